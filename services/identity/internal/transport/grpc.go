// Package transport translates gRPC calls to use cases.
package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/security"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

// server serves the identity service's gRPC calls; the contract describes each call.
type server struct {
	identityv1.UnsafeIdentityServiceServer // a missing method does not compile
	service                                *identity.Service
	events                                 *security.Log
	chain                                  rpc.Chain
}

// NewServer registers each use case behind the chain. What fails to prove a key is a security event.
func NewServer(s *identity.Service, events *security.Log, chain rpc.Chain) identityv1.IdentityServiceServer {
	return &server{service: s, events: events, chain: chain}
}

func (s *server) CreateChallenge(
	ctx context.Context, r *identityv1.CreateChallengeRequest,
) (*identityv1.Challenge, error) {
	return rpc.Call(ctx, s.chain, r, decodeCreateChallenge, s.service.CreateChallenge, encodeChallenge)
}

func (s *server) RegisterKey(ctx context.Context, r *identityv1.RegisterKeyRequest) (*identityv1.Session, error) {
	return rpc.Call(ctx, s.chain, r, decodeRegisterKey,
		recordFailedProofs(s.events, identity.ActionRegister, s.service.RegisterKey), encodeSession)
}

func (s *server) RotateKey(ctx context.Context, r *identityv1.RotateKeyRequest) (*identityv1.Session, error) {
	return rpc.Call(ctx, s.chain, r, decodeRotateKey,
		recordFailedProofs(s.events, identity.ActionRotate, s.service.RotateKey), encodeSession)
}

func (s *server) CreateSession(ctx context.Context, r *identityv1.CreateSessionRequest) (*identityv1.Session, error) {
	return rpc.Call(ctx, s.chain, r, decodeCreateSession,
		recordFailedProofs(s.events, identity.ActionLogin, s.service.CreateSession), encodeSession)
}

func (s *server) GetCurrentSession(
	ctx context.Context, r *identityv1.GetCurrentSessionRequest,
) (*identityv1.Session, error) {
	return rpc.Call(ctx, s.chain, r, sessionFrom[*identityv1.GetCurrentSessionRequest], s.service.GetCurrentSession,
		encodeSession)
}

func (s *server) DeleteCurrentSession(
	ctx context.Context, r *identityv1.DeleteCurrentSessionRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, sessionFrom[*identityv1.DeleteCurrentSessionRequest],
		rpc.NoContent(s.service.DeleteCurrentSession), rpc.EncodeNoContent)
}

func (s *server) DeleteSessions(ctx context.Context, r *identityv1.DeleteSessionsRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, sessionFrom[*identityv1.DeleteSessionsRequest],
		rpc.NoContent(s.service.DeleteSessions), rpc.EncodeNoContent)
}

func (s *server) UpdateProfile(ctx context.Context, r *identityv1.UpdateProfileRequest) (*identityv1.Session, error) {
	return rpc.Call(ctx, s.chain, r, decodeUpdateProfile, s.service.UpdateProfile, encodeSession)
}

func (s *server) GetProfile(ctx context.Context, r *identityv1.GetProfileRequest) (*identityv1.Profile, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetProfile, s.service.GetProfile, encodeProfile)
}

func (s *server) RequestEarlyAccess(
	ctx context.Context, r *identityv1.RequestEarlyAccessRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeRequestEarlyAccess, rpc.NoContent(s.service.RequestEarlyAccess),
		rpc.EncodeNoContent)
}

func (s *server) LookUpSession(
	ctx context.Context, r *identityv1.LookUpSessionRequest,
) (*identityv1.SessionAccount, error) {
	return rpc.Call(ctx, s.chain, r, sessionFrom[*identityv1.LookUpSessionRequest], s.service.GetCurrentSession,
		encodeAccount)
}
