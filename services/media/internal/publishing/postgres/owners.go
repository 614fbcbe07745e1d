package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Owners stores the identity service's events, in the caller's transaction.
type Owners struct{}

// Link assigns to the account what the device had published at a time and has no account yet. It
// relies on the unique index publications_intent (visitor, idempotency_key).
func (Owners) Link(ctx context.Context, tx pgx.Tx, visitor, account string, at time.Time) error {
	_, err := tx.Exec(ctx,
		`UPDATE publications SET account = $2 WHERE visitor = $1 AND account IS NULL AND created_at <= $3`, visitor,
		account, at)
	return err
}
