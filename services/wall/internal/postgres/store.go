// Package postgres keeps the walls in the service's own database.
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

// NewStore makes a store on the service's pool; the relay tells what it changed.
func NewStore(pool *pgxpool.Pool, relay *events.Relay) *Store { return &Store{pool, relay} }

// handleLocks keeps the locks of names apart from those of others that have two numbers.
const handleLocks = 1

// lockHandle lets one transaction at a time decide about a name, until its end. Whether somebody waits, is on a wall or opted out stands
// in three tables, and no constraint spans them. Every transaction takes it before the rows of that name.
func lockHandle(ctx context.Context, tx pgx.Tx, handle string) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1, hashtext(lower($2)))`, handleLocks, handle)
	return err
}
