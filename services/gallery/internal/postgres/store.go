// Package postgres stores the gallery in the service's own database.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/services/gallery/internal/gallery"
)

// Store implements gallery.Store.
type Store struct {
	pool  *pgxpool.Pool
	likes *batcher[like, *int]
}

// NewStore returns a store on the service's pool. Likes are committed while CommitLikes runs.
func NewStore(pool *pgxpool.Pool) (*Store, error) {
	s := &Store{pool: pool}
	var err error
	s.likes, err = newBatcher("likes", gallery.ErrBusy, s.commitLikes)
	return s, err
}
