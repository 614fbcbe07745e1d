// Package transport translates between gRPC calls and the use cases: those of visitors here, those of operators in operator.go.
package transport

import (
	"context"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/rpc"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// server answers the wall service's gRPC calls; what each does is in the contract.
type server struct {
	wallv1.UnsafeWallServiceServer // a call without a method here does not compile
	listWallEntries                rpc.Method[*wallv1.ListWallEntriesRequest, *wallv1.ListWallEntriesResponse]
	nominate                       rpc.Method[*wallv1.NominateRequest, *emptypb.Empty]
	getAvatar                      rpc.Method[*wallv1.GetAvatarRequest, *httpbody.HttpBody]
	reportEntry                    rpc.Method[*wallv1.ReportEntryRequest, *emptypb.Empty]
	requestTakedown                rpc.Method[*wallv1.RequestTakedownRequest, *emptypb.Empty]
}

// NewServer puts each use case behind the chain.
func NewServer(s *wall.Service, chain rpc.Chain) wallv1.WallServiceServer {
	return &server{
		listWallEntries: rpc.Handle(wallv1.WallService_ListWallEntries_FullMethodName, decodeListWallEntries, s.ListWallEntries, encodeListWallEntries, chain),
		nominate:        rpc.Handle(wallv1.WallService_Nominate_FullMethodName, decodeNominate, rpc.Quiet(s.Nominate), rpc.EncodeNothing, chain),
		getAvatar:       rpc.Handle(wallv1.WallService_GetAvatar_FullMethodName, decodeGetAvatar, s.Avatar, encodeAvatar, chain),
		reportEntry:     rpc.Handle(wallv1.WallService_ReportEntry_FullMethodName, decodeReportEntry, rpc.Quiet(s.ReportEntry), rpc.EncodeNothing, chain),
		requestTakedown: rpc.Handle(wallv1.WallService_RequestTakedown_FullMethodName, decodeRequestTakedown, rpc.Quiet(s.RequestTakedown), rpc.EncodeNothing, chain),
	}
}

func (s *server) ListWallEntries(ctx context.Context, r *wallv1.ListWallEntriesRequest) (*wallv1.ListWallEntriesResponse, error) {
	return s.listWallEntries(ctx, r)
}

func (s *server) Nominate(ctx context.Context, r *wallv1.NominateRequest) (*emptypb.Empty, error) {
	return s.nominate(ctx, r)
}

func (s *server) GetAvatar(ctx context.Context, r *wallv1.GetAvatarRequest) (*httpbody.HttpBody, error) {
	return s.getAvatar(ctx, r)
}

func (s *server) ReportEntry(ctx context.Context, r *wallv1.ReportEntryRequest) (*emptypb.Empty, error) {
	return s.reportEntry(ctx, r)
}

func (s *server) RequestTakedown(ctx context.Context, r *wallv1.RequestTakedownRequest) (*emptypb.Empty, error) {
	return s.requestTakedown(ctx, r)
}
