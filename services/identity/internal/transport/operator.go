package transport

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

// operatorServer serves the operators' calls; the contract describes each call.
type operatorServer struct {
	identityv1.UnsafeIdentityOperatorServiceServer // a missing method does not compile
	operators                                      *identity.Operators
	chain                                          rpc.Chain
}

// NewOperatorServer registers the operators' use cases behind the chain.
func NewOperatorServer(o *identity.Operators, chain rpc.Chain) identityv1.IdentityOperatorServiceServer {
	return &operatorServer{operators: o, chain: chain}
}

func (s *operatorServer) RevokeSessions(
	ctx context.Context, r *identityv1.RevokeSessionsRequest,
) (*identityv1.RevokeSessionsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeRevoke, s.operators.RevokeSessions, encodeRevoked)
}

func (s *operatorServer) RepublishLinks(
	ctx context.Context, r *identityv1.RepublishLinksRequest,
) (*identityv1.RepublishLinksResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeLinks, s.operators.RepublishLinks, encodeLinks)
}

func (s *operatorServer) RepublishProfiles(
	ctx context.Context, r *identityv1.RepublishProfilesRequest,
) (*identityv1.RepublishProfilesResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeProfiles, s.operators.RepublishProfiles, encodeProfiles)
}

func (s *operatorServer) ReserveHandle(
	ctx context.Context, r *identityv1.ReserveHandleRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeReserve[*identityv1.ReserveHandleRequest],
		rpc.NoContent(s.operators.Reserve),
		rpc.EncodeNoContent)
}

func (s *operatorServer) ReleaseHandle(
	ctx context.Context, r *identityv1.ReleaseHandleRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeReserve[*identityv1.ReleaseHandleRequest],
		rpc.NoContent(s.operators.Release),
		rpc.EncodeNoContent)
}

func (s *operatorServer) TakeHandle(
	ctx context.Context, r *identityv1.TakeHandleRequest,
) (*identityv1.TakeHandleResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeReserve[*identityv1.TakeHandleRequest], s.operators.TakeHandle, encodeTaken)
}

func (s *operatorServer) DeleteEarlyAccess(
	ctx context.Context, r *identityv1.DeleteEarlyAccessRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeReserve[*identityv1.DeleteEarlyAccessRequest],
		rpc.NoContent(s.operators.DeleteEarlyAccess), rpc.EncodeNoContent)
}

func (s *operatorServer) ListReservedHandles(
	ctx context.Context, r *identityv1.ListReservedHandlesRequest,
) (*identityv1.ListReservedHandlesResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListReserved, s.operators.ListReserved, encodeReserved)
}

// decodeReserve reads what an act on a handle is about.
func decodeReserve[R interface {
	GetXHandle() string
	GetNote() string
}](_ context.Context, r R) (identity.ReserveInput, error) {
	return identity.ReserveInput{Handle: r.GetXHandle(), Note: r.GetNote()}, nil
}

func encodeTaken(from identity.User) *identityv1.TakeHandleResponse {
	return &identityv1.TakeHandleResponse{Account: from.Account.String(), XHandle: from.Handle}
}

func decodeListReserved(
	_ context.Context, r *identityv1.ListReservedHandlesRequest,
) (identity.ReservedInput, error) {
	return identity.ReservedInput{After: r.GetAfterHandle(), Size: int(r.GetPageSize())}, nil
}

func encodeReserved(handles []string) *identityv1.ListReservedHandlesResponse {
	return &identityv1.ListReservedHandlesResponse{XHandles: handles}
}

func decodeRevoke(_ context.Context, r *identityv1.RevokeSessionsRequest) (identity.RevokeSessionsInput, error) {
	in := identity.RevokeSessionsInput{Note: r.GetNote()}
	if r.GetBeforeTime() != nil {
		in.Before = new(r.GetBeforeTime().AsTime())
	}
	return in, nil
}

func encodeRevoked(r identity.Revoked) *identityv1.RevokeSessionsResponse {
	return &identityv1.RevokeSessionsResponse{Revoked: int32(r.Count), BeforeTime: timestamppb.New(r.Before)}
}

func decodeLinks(_ context.Context, r *identityv1.RepublishLinksRequest) (identity.LinksInput, error) {
	return identity.LinksInput{After: r.GetAfterVisitor(), Size: int(r.GetPageSize()), Note: r.GetNote()}, nil
}

func encodeLinks(found []identity.Link) *identityv1.RepublishLinksResponse {
	out := &identityv1.RepublishLinksResponse{Republished: int32(len(found))}
	if len(found) > 0 {
		out.LastVisitor = found[len(found)-1].Visitor
	}
	return out
}

func decodeProfiles(
	_ context.Context, r *identityv1.RepublishProfilesRequest,
) (identity.ProfilesInput, error) {
	return identity.ProfilesInput{After: r.GetAfterAccount(), Size: int(r.GetPageSize()), Note: r.GetNote()}, nil
}

func encodeProfiles(accounts []uuid.UUID) *identityv1.RepublishProfilesResponse {
	out := &identityv1.RepublishProfilesResponse{Republished: int32(len(accounts))}
	if len(accounts) > 0 {
		out.LastAccount = accounts[len(accounts)-1].String()
	}
	return out
}
