package transport

import (
	"context"
	"errors"
	"log/slog"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/security"
	"mcwick.example/services/identity/internal/identity"
)

// recordFailedProofs makes a use case record a challenge or a signature that is not valid. Neither is part
// of the event, nor is the key: a key is public, and says whose account it is.
func recordFailedProofs[In any](
	events *security.Log, action identity.Action, useCase func(context.Context, In) (identity.Session, error),
) func(context.Context, In) (identity.Session, error) {
	return func(ctx context.Context, in In) (identity.Session, error) {
		session, err := useCase(ctx, in)
		reason := ""
		switch {
		case errors.Is(err, identity.ErrSignature):
			reason = "signature"
		case errors.Is(err, identity.ErrChallenge):
			reason = "challenge"
		default:
			return session, err
		}
		caller := rpc.CallerFrom(ctx)
		events.Record(ctx, security.ProofFailed, reason, slog.String("proof.action", string(action)),
			security.Lane(caller.Lane))
		return session, err
	}
}
