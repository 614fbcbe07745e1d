// Package transport translates gRPC calls to use cases: visitors' calls here, operators' calls in
// operator.go.
package transport

import (
	"context"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/rpc"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// server serves the wall service's gRPC calls; the contract describes each call.
type server struct {
	wallv1.UnsafeWallServiceServer // a missing method does not compile
	service                        *wall.Service
	chain                          rpc.Chain
}

// NewServer registers each use case behind the chain.
func NewServer(s *wall.Service, chain rpc.Chain) wallv1.WallServiceServer {
	return &server{service: s, chain: chain}
}

func (s *server) ListWallEntries(
	ctx context.Context, r *wallv1.ListWallEntriesRequest,
) (*wallv1.ListWallEntriesResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListOfWall[*wallv1.ListWallEntriesRequest], s.service.ListWallEntries,
		encodeListWallEntries)
}

func (s *server) Nominate(ctx context.Context, r *wallv1.NominateRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeNominate, rpc.NoContent(s.service.Nominate), rpc.EncodeNoContent)
}

func (s *server) GetAvatar(ctx context.Context, r *wallv1.GetAvatarRequest) (*httpbody.HttpBody, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetAvatar, s.service.Avatar, encodeAvatar)
}

func (s *server) ReportEntry(ctx context.Context, r *wallv1.ReportEntryRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeReportEntry, rpc.NoContent(s.service.ReportEntry), rpc.EncodeNoContent)
}

func (s *server) RequestTakedown(ctx context.Context, r *wallv1.RequestTakedownRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeRequestTakedown, rpc.NoContent(s.service.RequestTakedown),
		rpc.EncodeNoContent)
}
