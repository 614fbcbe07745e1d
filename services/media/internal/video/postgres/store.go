// Package postgres stores speech, templates and videos in the service's own database.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
)

// Store implements videos.VideoStore.
type Store struct {
	pool  *pgxpool.Pool
	relay *events.Relay
}

// NewStore returns a store on the service's pool; the relay publishes its events.
func NewStore(pool *pgxpool.Pool, relay *events.Relay) *Store { return &Store{pool, relay} }
