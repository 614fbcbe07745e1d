package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
)

// kept is how long media keeps a speech that nobody shares.
const kept = 7 * 24 * time.Hour

// Spoken implements generation.Spoken.
type Spoken struct{ pool *pgxpool.Pool }

// NewSpoken makes the memory of what was said, on the service's pool.
func NewSpoken(pool *pgxpool.Pool) *Spoken { return &Spoken{pool} }

// Find gives the newest speech of the fingerprint.
func (s *Spoken) Find(ctx context.Context, fingerprint []byte) (id string, ok bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT speech_id FROM spoken WHERE fingerprint = $1 AND said_at > now() - $2::interval`, fingerprint, kept).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return id, err == nil, database.Fault(err)
}

// Remember writes down where the newest one is kept.
func (s *Spoken) Remember(ctx context.Context, fingerprint []byte, id string) error {
	_, err := s.pool.Exec(ctx, `INSERT INTO spoken (fingerprint, speech_id) VALUES ($1, $2)
		ON CONFLICT (fingerprint) DO UPDATE SET speech_id = excluded.speech_id, said_at = now()`, fingerprint, id)
	return database.Fault(err)
}

// forgetSpoken relies on the index spoken_age.
var forgetSpoken = database.DeleteOldest("spoken", "said_at", "said_at < now() - $1::interval")

// Forget deletes what media has deleted too; call it now and then.
func (s *Spoken) Forget(ctx context.Context) error {
	return database.InSteps(ctx, sweepTime, database.Batch(s.pool, forgetSpoken, kept))
}
