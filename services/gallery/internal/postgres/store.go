// Package postgres stores the gallery in the service's own database.
package postgres

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/sync/semaphore"

	"mcwick.example/platform/instrument"
	"mcwick.example/services/gallery/internal/gallery"
)

// Store implements gallery.Store.
type Store struct {
	pool     *pgxpool.Pool
	likes    *batcher[like, *int]
	deferred metric.Int64Counter
	settled  metric.Int64Counter

	searches, searchQueue *semaphore.Weighted

	changed     changedImages // since their ranks were refreshed
	unannounced changedImages // since their counts were announced
	reconciled  uuid.UUID     // how far the pass of Reconcile is
}

// likesChanged remembers pictures with other counts than before.
func (s *Store) likesChanged(ids ...uuid.UUID) {
	s.changed.add(ids...)
	s.unannounced.add(ids...)
}

// NewStore returns a store on the service's pool. Likes are committed while CommitLikes runs.
func NewStore(pool *pgxpool.Pool) *Store {
	s := &Store{pool: pool, searches: semaphore.NewWeighted(maxSearches),
		searchQueue: semaphore.NewWeighted(maxWaiting)}
	s.likes = newBatcher("likes", gallery.ErrBusy, s.commitLikes)
	s.deferred = instrument.Must(otel.Meter("mcwick/gallery").Int64Counter("mcwick.gallery.likes.deferred",
		metric.WithDescription("Likes that do not count yet, because their device is not settled and its lane had its share of the picture.")))
	s.settled = instrument.Must(otel.Meter("mcwick/gallery").Int64Counter("mcwick.gallery.likes.settled",
		metric.WithDescription("Deferred likes that count since their device settled.")))
	return s
}
