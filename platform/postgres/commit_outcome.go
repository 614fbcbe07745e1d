package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/fault"
)

// ErrOutcomeUnknown says that a change may have been made: its commit was sent, and the answer
// never came. Clients repeat what may be repeated, which settles it. It is no KindUnavailable,
// because a repeat by the gateway's own client could be refused, and would then hide it.
var ErrOutcomeUnknown = fault.New(fault.KindTimeout, "OUTCOME_UNKNOWN",
	"It is unknown whether the change was stored. Try again in a moment.").
	WithRetryAfter(time.Second)

// runInTx is pgx.BeginFunc that tells a commit without an answer from one that was refused.
func runInTx(ctx context.Context, pool *pgxpool.Pool, f func(tx pgx.Tx) error) error {
	isCommitting := false
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		err := f(tx)
		isCommitting = err == nil
		return err
	})
	if err != nil && isCommitting && !isCommitRejected(err) {
		return ErrOutcomeUnknown.WithCause(err)
	}
	return err
}

// isCommitRejected reports whether the server refused a commit. One that ends the connection
// instead may have committed.
func isCommitRejected(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return !slices.Contains(unavailableCodes, pg.Code)
	}
	return errors.Is(err, pgx.ErrTxCommitRollback)
}
