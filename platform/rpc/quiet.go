package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"
)

// Quiet makes a use case that answers nothing one for Call, with EncodeNothing.
func Quiet[In any](do func(context.Context, In) error) func(context.Context, In) (struct{}, error) {
	return func(ctx context.Context, in In) (struct{}, error) { return struct{}{}, do(ctx, in) }
}

// EncodeNothing is the answer of a use case that has none.
func EncodeNothing(struct{}) (*emptypb.Empty, error) { return &emptypb.Empty{}, nil }
