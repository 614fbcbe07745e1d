// Package postgres keeps the gallery in the service's own database.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"
)

// Store implements gallery.Store.
type Store struct{ pool *pgxpool.Pool }

// NewStore makes a store on the service's pool.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool} }
