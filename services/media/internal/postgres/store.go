// Package postgres keeps artworks and publications in the service's own database.
package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/services/media/internal/media"
)

// Store implements media.Store.
type Store struct {
	pool  *pgxpool.Pool
	facts Facts
	poke  func()
}

// Facts makes the events that tell of changes; each is written in the transaction of its change.
type Facts interface {
	Published(ctx context.Context, p media.Publication) (events.Event, error)
	Withdrawn(ctx context.Context, publication uuid.UUID, at time.Time) (events.Event, error)
}

// NewStore makes a store on the service's pool; poke wakes the relay after a commit that has facts.
func NewStore(pool *pgxpool.Pool, facts Facts, poke func()) *Store {
	return &Store{pool: pool, facts: facts, poke: poke}
}
