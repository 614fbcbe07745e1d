// Package postgres keeps speech, templates and videos in the service's own database.
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

// NewStore makes a store on the service's pool, whose changes are published through the relay.
func NewStore(pool *pgxpool.Pool, relay *events.Relay) *Store { return &Store{pool, relay} }
