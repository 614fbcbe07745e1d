package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Owners writes down what the identity service tells, in the transaction that it is given.
type Owners struct{}

// Link returns the account what the device had published at a time and is nobody's yet. It relies
// on the unique index publications_intent (visitor, idempotency_key).
func (Owners) Link(ctx context.Context, tx pgx.Tx, visitor, account string, at time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE publications SET account = $2 WHERE visitor = $1 AND account IS NULL AND created_at <= $3`, visitor, account, at)
	return err
}
