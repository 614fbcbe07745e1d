package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"
)

// NoInput decodes a request that has no fields.
func NoInput[PReq any](context.Context, PReq) (struct{}, error) { return struct{}{}, nil }

// NoContent makes a use case that answers nothing one for Call, with EncodeNoContent.
func NoContent[In any](do func(context.Context, In) error) func(context.Context, In) (struct{}, error) {
	return func(ctx context.Context, in In) (struct{}, error) { return struct{}{}, do(ctx, in) }
}

// EncodeNoContent is the answer of a use case that has none.
func EncodeNoContent(struct{}) *emptypb.Empty { return &emptypb.Empty{} }
