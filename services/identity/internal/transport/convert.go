package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

var actions = map[identityv1.Action]identity.Action{
	identityv1.Action_ACTION_REGISTER: identity.ActionRegister,
	identityv1.Action_ACTION_LOGIN:    identity.ActionLogin,
	identityv1.Action_ACTION_ROTATE:   identity.ActionRotate,
}

var assurances = map[identity.Assurance]identityv1.Assurance{
	identity.Claimed: identityv1.Assurance_ASSURANCE_CLAIMED,
	identity.Proven:  identityv1.Assurance_ASSURANCE_PROVEN,
}

func decodeCreateChallenge(
	ctx context.Context, r *identityv1.CreateChallengeRequest,
) (identity.CreateChallengeInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return identity.CreateChallengeInput{Action: actions[r.GetAction()], PublicKey: r.GetPublicKey(),
		Visitor: caller.Visitor}, err
}

func encodeChallenge(c identity.Challenge) *identityv1.Challenge {
	return &identityv1.Challenge{Nonce: c.Nonce, IssuedAt: c.IssuedAt(), ExpireTime: timestamppb.New(c.Expires)}
}

func decodeRegisterKey(ctx context.Context, r *identityv1.RegisterKeyRequest) (identity.RegisterKeyInput, error) {
	browser, err := clientFrom(ctx)
	return identity.RegisterKeyInput{
		PublicKey: r.GetPublicKey(),
		VerifyKey: r.GetVerifyKey(),
		Handle:    r.GetXHandle(),
		Proof:     identity.Proof{Nonce: r.GetNonce(), Signature: r.GetSignature()},
		Client:    browser,
	}, err
}

func decodeRotateKey(ctx context.Context, r *identityv1.RotateKeyRequest) (identity.RotateKeyInput, error) {
	browser, err := clientFrom(ctx)
	return identity.RotateKeyInput{
		PublicKey:    r.GetPublicKey(),
		NewPublicKey: r.GetNewPublicKey(),
		NewVerifyKey: r.GetNewVerifyKey(),
		NewSignature: r.GetNewSignature(),
		Proof:        identity.Proof{Nonce: r.GetNonce(), Signature: r.GetSignature()},
		Client:       browser,
	}, err
}

func decodeCreateSession(ctx context.Context, r *identityv1.CreateSessionRequest) (identity.CreateSessionInput, error) {
	browser, err := clientFrom(ctx)
	in := identity.CreateSessionInput{
		PublicKey: r.GetPublicKey(),
		Proof:     identity.Proof{Nonce: r.GetNonce(), Signature: r.GetSignature()},
		Client:    browser,
	}
	if r.GetRememberedSince() != nil {
		in.RememberedSince = new(r.GetRememberedSince().AsTime())
	}
	return in, err
}

// clientFrom returns the caller of a method that logs in.
func clientFrom(ctx context.Context) (identity.Client, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return identity.Client{
		Visitor: caller.Visitor,
		Session: identity.SessionID(caller.Session),
		Next:    identity.SessionID(caller.NextSession),
	}, err
}

func encodeSession(s identity.Session) *identityv1.Session {
	if s.ID == "" {
		return &identityv1.Session{}
	}
	return &identityv1.Session{
		User:      &identityv1.User{PublicKey: string(s.User.PublicKey), XHandle: s.User.Handle, IsPrivate: s.User.IsPrivate},
		Assurance: assurances[s.Assurance],
	}
}

// sessionFrom returns the caller's session, the whole input of calls about it.
func sessionFrom[Request any](ctx context.Context, _ Request) (identity.SessionID, error) {
	return identity.SessionID(rpc.CallerFrom(ctx).Session), nil
}

func decodeUpdateProfile(ctx context.Context, r *identityv1.UpdateProfileRequest) (identity.UpdateProfileInput, error) {
	return identity.UpdateProfileInput{Session: identity.SessionID(rpc.CallerFrom(ctx).Session),
		Handle: r.GetXHandle(), IsPrivate: r.IsPrivate}, nil
}

func decodeGetProfile(_ context.Context, r *identityv1.GetProfileRequest) (string, error) {
	return r.GetHandle(), nil
}

func encodeProfile(p identity.Profile) *identityv1.Profile {
	return &identityv1.Profile{Handle: p.Handle, CreateTime: timestamppb.New(p.Created)}
}

func decodeRequestEarlyAccess(_ context.Context, r *identityv1.RequestEarlyAccessRequest) (string, error) {
	return r.GetXHandle(), nil
}

func encodeAccount(s identity.Session) *identityv1.SessionAccount {
	if s.Assurance != identity.Proven {
		return &identityv1.SessionAccount{}
	}
	return &identityv1.SessionAccount{Account: s.User.Account.String(),
		CreateTime: timestamppb.New(s.AccountCreated), XHandle: s.User.Handle}
}
