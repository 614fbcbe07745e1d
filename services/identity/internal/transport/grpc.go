// Package transport translates between gRPC calls and the use cases.
package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/rpc"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

// server answers the identity service's gRPC calls; what each does is in the contract.
type server struct {
	identityv1.UnsafeIdentityServiceServer // a call without a method here does not compile
	createChallenge                        rpc.Method[*identityv1.CreateChallengeRequest, *identityv1.Challenge]
	registerKey                            rpc.Method[*identityv1.RegisterKeyRequest, *identityv1.Session]
	rotateKey                              rpc.Method[*identityv1.RotateKeyRequest, *identityv1.Session]
	createSession                          rpc.Method[*identityv1.CreateSessionRequest, *identityv1.Session]
	getCurrentSession                      rpc.Method[*identityv1.GetCurrentSessionRequest, *identityv1.Session]
	deleteCurrentSession                   rpc.Method[*identityv1.DeleteCurrentSessionRequest, *emptypb.Empty]
	deleteSessions                         rpc.Method[*identityv1.DeleteSessionsRequest, *emptypb.Empty]
	updateProfile                          rpc.Method[*identityv1.UpdateProfileRequest, *identityv1.Session]
	requestEarlyAccess                     rpc.Method[*identityv1.RequestEarlyAccessRequest, *emptypb.Empty]
	lookUpSession                          rpc.Method[*identityv1.LookUpSessionRequest, *identityv1.SessionAccount]
}

// NewServer puts each use case behind the chain.
func NewServer(s *identity.Service, chain rpc.Chain) identityv1.IdentityServiceServer {
	return &server{
		createChallenge:      rpc.Handle(identityv1.IdentityService_CreateChallenge_FullMethodName, decodeCreateChallenge, s.CreateChallenge, encodeChallenge, chain),
		registerKey:          rpc.Handle(identityv1.IdentityService_RegisterKey_FullMethodName, decodeRegisterKey, s.RegisterKey, encodeSession, chain),
		rotateKey:            rpc.Handle(identityv1.IdentityService_RotateKey_FullMethodName, decodeRotateKey, s.RotateKey, encodeSession, chain),
		createSession:        rpc.Handle(identityv1.IdentityService_CreateSession_FullMethodName, decodeCreateSession, s.CreateSession, encodeSession, chain),
		getCurrentSession:    rpc.Handle(identityv1.IdentityService_GetCurrentSession_FullMethodName, sessionOf[*identityv1.GetCurrentSessionRequest], s.GetCurrentSession, encodeSession, chain),
		deleteCurrentSession: rpc.Handle(identityv1.IdentityService_DeleteCurrentSession_FullMethodName, sessionOf[*identityv1.DeleteCurrentSessionRequest], rpc.Quiet(s.DeleteCurrentSession), rpc.EncodeNothing, chain),
		deleteSessions:       rpc.Handle(identityv1.IdentityService_DeleteSessions_FullMethodName, sessionOf[*identityv1.DeleteSessionsRequest], rpc.Quiet(s.DeleteSessions), rpc.EncodeNothing, chain),
		updateProfile:        rpc.Handle(identityv1.IdentityService_UpdateProfile_FullMethodName, decodeUpdateProfile, s.UpdateProfile, encodeSession, chain),
		requestEarlyAccess:   rpc.Handle(identityv1.IdentityService_RequestEarlyAccess_FullMethodName, decodeRequestEarlyAccess, rpc.Quiet(s.RequestEarlyAccess), rpc.EncodeNothing, chain),
		lookUpSession:        rpc.Handle(identityv1.IdentityService_LookUpSession_FullMethodName, sessionOf[*identityv1.LookUpSessionRequest], s.GetCurrentSession, encodeAccount, chain),
	}
}

func (s *server) CreateChallenge(ctx context.Context, r *identityv1.CreateChallengeRequest) (*identityv1.Challenge, error) {
	return s.createChallenge(ctx, r)
}

func (s *server) RegisterKey(ctx context.Context, r *identityv1.RegisterKeyRequest) (*identityv1.Session, error) {
	return s.registerKey(ctx, r)
}

func (s *server) RotateKey(ctx context.Context, r *identityv1.RotateKeyRequest) (*identityv1.Session, error) {
	return s.rotateKey(ctx, r)
}

func (s *server) CreateSession(ctx context.Context, r *identityv1.CreateSessionRequest) (*identityv1.Session, error) {
	return s.createSession(ctx, r)
}

func (s *server) GetCurrentSession(ctx context.Context, r *identityv1.GetCurrentSessionRequest) (*identityv1.Session, error) {
	return s.getCurrentSession(ctx, r)
}

func (s *server) DeleteCurrentSession(ctx context.Context, r *identityv1.DeleteCurrentSessionRequest) (*emptypb.Empty, error) {
	return s.deleteCurrentSession(ctx, r)
}

func (s *server) DeleteSessions(ctx context.Context, r *identityv1.DeleteSessionsRequest) (*emptypb.Empty, error) {
	return s.deleteSessions(ctx, r)
}

func (s *server) UpdateProfile(ctx context.Context, r *identityv1.UpdateProfileRequest) (*identityv1.Session, error) {
	return s.updateProfile(ctx, r)
}

func (s *server) RequestEarlyAccess(ctx context.Context, r *identityv1.RequestEarlyAccessRequest) (*emptypb.Empty, error) {
	return s.requestEarlyAccess(ctx, r)
}

func (s *server) LookUpSession(ctx context.Context, r *identityv1.LookUpSessionRequest) (*identityv1.SessionAccount, error) {
	return s.lookUpSession(ctx, r)
}
