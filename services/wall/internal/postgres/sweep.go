package postgres

import (
	"context"
	"time"

	database "mcwick.example/platform/postgres"
)

// How long it is kept what nobody is shown any more.
const (
	rejectedFor = 30 * 24 * time.Hour
	intentFor   = 7 * 24 * time.Hour // a client that repeats itself does so within minutes
)

// Sweep forgets who was rejected long ago, in the queue as in the decisions, and which calls were made. That an operator decided stays.
func (s *Store) Sweep(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `
		WITH forgotten AS (DELETE FROM nominations WHERE rejected_at < now() - $1::interval RETURNING id)
		UPDATE decisions SET x_handle = '', note = '' WHERE nomination_id IN (SELECT id FROM forgotten)`, rejectedFor)
	if err != nil {
		return database.Fault(err)
	}
	_, err = s.pool.Exec(ctx, `DELETE FROM nomination_intents WHERE created_at < now() - $1::interval`, intentFor)
	return database.Fault(err)
}
