package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Owners stores the identity service's events, in the caller's transaction.
type Owners struct{}

// lockOwner has the links and the publications of a device wait for each other, until the end of the
// transaction: each of them sees what the other one wrote.
func lockOwner(ctx context.Context, tx pgx.Tx, visitor string) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('publications of ' || $1, 0))`, visitor)
	return err
}

// insertLink keeps the first account that a device was linked to; identity has no second one.
const insertLink = `INSERT INTO device_links (visitor, account, linked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`

// Link assigns to the account what the device had published at a time and has no account yet, also what
// is being published meanwhile. It relies on the unique index publications_intent (visitor,
// idempotency_key).
func (Owners) Link(ctx context.Context, tx pgx.Tx, visitor, account string, at time.Time) error {
	if err := lockOwner(ctx, tx, visitor); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, insertLink, visitor, account, at); err != nil {
		return err
	}
	_, err := tx.Exec(ctx,
		`UPDATE publications SET account = $2 WHERE visitor = $1 AND account IS NULL AND created_at <= $3`, visitor,
		account, at)
	return err
}

// assignOwner assigns a new publication to the account that its device was linked to while it was being
// made. It relies on the primary keys.
const assignOwner = `UPDATE publications p SET account = l.account FROM device_links l
WHERE p.id = $1 AND p.account IS NULL AND l.visitor = p.visitor AND l.linked_at >= p.created_at`
