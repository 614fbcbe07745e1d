package transport

import (
	"context"

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
	return rpc.Call(ctx, s.chain, identityv1.IdentityOperatorService_RevokeSessions_FullMethodName, r,
		decodeRevoke, s.operators.RevokeSessions, encodeRevoked)
}

func (s *operatorServer) RepublishLinks(
	ctx context.Context, r *identityv1.RepublishLinksRequest,
) (*identityv1.RepublishLinksResponse, error) {
	return rpc.Call(ctx, s.chain, identityv1.IdentityOperatorService_RepublishLinks_FullMethodName, r,
		decodeLinks, s.operators.RepublishLinks, encodeLinks)
}

func decodeRevoke(_ context.Context, r *identityv1.RevokeSessionsRequest) (identity.RevokeSessionsInput, error) {
	in := identity.RevokeSessionsInput{Note: r.GetNote()}
	if r.GetBeforeTime() != nil {
		in.Before = r.GetBeforeTime().AsTime()
	}
	return in, nil
}

func encodeRevoked(n int) (*identityv1.RevokeSessionsResponse, error) {
	return &identityv1.RevokeSessionsResponse{Revoked: int32(n)}, nil
}

func decodeLinks(_ context.Context, r *identityv1.RepublishLinksRequest) (identity.LinksInput, error) {
	return identity.LinksInput{After: r.GetAfterVisitor(), Size: int(r.GetPageSize()), Note: r.GetNote()}, nil
}

func encodeLinks(found []identity.Link) (*identityv1.RepublishLinksResponse, error) {
	out := &identityv1.RepublishLinksResponse{Republished: int32(len(found))}
	if len(found) > 0 {
		out.LastVisitor = found[len(found)-1].Visitor
	}
	return out, nil
}
