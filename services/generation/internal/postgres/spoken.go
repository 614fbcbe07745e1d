package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
)

// Spoken implements generation.Spoken. Its table gets no new rows; the next release drops both.
type Spoken struct{ pool *pgxpool.Pool }

// NewSpoken returns it on the service's pool.
func NewSpoken(pool *pgxpool.Pool) *Spoken { return &Spoken{pool} }

// Find returns the id of the newest speech that the last release recorded for the fingerprint, or
// "".
func (s *Spoken) Find(ctx context.Context, fingerprint []byte) (id string, err error) {
	err = s.pool.QueryRow(ctx, `SELECT speech_id FROM spoken WHERE fingerprint = $1`, fingerprint).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return id, database.Fault(err)
}

// deleteSpoken relies on the index spoken_age.
var deleteSpoken = database.DeleteOldestSQL("spoken", "said_at", "said_at < now() - $1::interval")
