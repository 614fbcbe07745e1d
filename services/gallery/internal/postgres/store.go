// Package postgres keeps the gallery in the service's own database.
package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/services/gallery/internal/gallery"
)

// Store implements gallery.Store.
type Store struct {
	pool  *pgxpool.Pool
	facts Facts
	poke  func()
	likes *group[like, *int]
}

// Facts makes the events that tell of changes; each is written in the transaction of its change.
type Facts interface {
	Liked(ctx context.Context, l gallery.Likes) (events.Event, error)
}

// NewStore makes a store on the service's pool; poke wakes the relay after a commit that has facts. Likes are
// answered while CommitLikes runs.
func NewStore(pool *pgxpool.Pool, facts Facts, poke func()) (*Store, error) {
	s := &Store{pool: pool, facts: facts, poke: poke}
	var err error
	s.likes, err = newGroup("likes", gallery.ErrBusy, s.commitLikes)
	return s, err
}
