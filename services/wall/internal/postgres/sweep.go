package postgres

import (
	"context"
	"time"

	database "mcwick.example/platform/postgres"
)

// How long it is kept what nobody is shown any more.
const (
	rejectedFor = 30 * 24 * time.Hour
	settledFor  = 30 * 24 * time.Hour
	lanesFor    = 7 * 24 * time.Hour // where reports came from: hashes of the addresses' prefixes
	intentFor   = 7 * 24 * time.Hour // a client that repeats itself does so within minutes
)

// Sweep forgets who was rejected long ago, in the queue as in the decisions, what was complained of, and which calls were made. That an
// operator decided stays.
func (s *Store) Sweep(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `
		WITH forgotten AS (DELETE FROM nominations WHERE rejected_at < now() - $1::interval RETURNING id)
		UPDATE decisions SET x_handle = '', note = '' WHERE nomination_id IN (SELECT id FROM forgotten)`, rejectedFor)
	if err != nil {
		return database.Fault(err)
	}
	_, err = s.pool.Exec(ctx, `UPDATE decisions SET x_handle = '', note = '' WHERE act = 'settle' AND x_handle || note <> '' AND created_at < now() - $1::interval`, settledFor)
	if err != nil {
		return database.Fault(err)
	}
	for statement, age := range map[string]time.Duration{
		`DELETE FROM complaints WHERE settled_at < now() - $1::interval`:                              settledFor,
		`DELETE FROM entry_reporters WHERE created_at < now() - $1::interval`:                         settledFor,
		`UPDATE entry_reporters SET lane = '' WHERE created_at < now() - $1::interval AND lane <> ''`: lanesFor,
		`DELETE FROM intents WHERE created_at < now() - $1::interval`:                                 intentFor,
	} {
		if _, err := s.pool.Exec(ctx, statement, age); err != nil {
			return database.Fault(err)
		}
	}
	return nil
}
