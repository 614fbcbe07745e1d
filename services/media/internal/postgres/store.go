// Package postgres keeps artworks and publications in the service's own database.
package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/services/media/internal/media"
)

// Store implements media.Store.
type Store struct {
	pool  *pgxpool.Pool
	event func(ctx context.Context, p media.Publication) (events.Event, error)
	poke  func()
}

// NewStore makes a store on the service's pool. event tells of a publication and is written in its
// transaction; poke wakes the relay after the commit.
func NewStore(pool *pgxpool.Pool, event func(context.Context, media.Publication) (events.Event, error), poke func()) *Store {
	return &Store{pool: pool, event: event, poke: poke}
}
