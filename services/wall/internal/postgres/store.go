// Package postgres stores the walls in the service's own database.
package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
)

// Store implements wall.Store.
type Store struct {
	pool  *pgxpool.Pool
	relay *events.Relay
}

// NewStore returns a store on the service's pool; the relay publishes its events.
func NewStore(pool *pgxpool.Pool, relay *events.Relay) *Store { return &Store{pool, relay} }

// handleLocks is the namespace of the names' advisory locks, apart from other locks with two keys.
const handleLocks = 1

// lockHandle lets one transaction at a time decide about a name, until the transaction ends.
// Whether a name is nominated, on a wall or opted out is stored in three tables, and no constraint
// spans them. Nominations and the acts of operators take this lock before the rows of that name. Sweeps
// and decisions of the moderation service lock only rows, of which each of their changes needs one.
func lockHandle(ctx context.Context, tx pgx.Tx, handle string) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1, hashtext(lower($2)))`, handleLocks, handle)
	return err
}
