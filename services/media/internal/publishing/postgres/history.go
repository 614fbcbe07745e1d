package postgres

import (
	"context"

	database "mcwick.example/platform/postgres"
)

// HasEarlyPublication reports whether the device published a picture before there were standings,
// also one that is not public any more. It relies on publications_intent.
func (s *Store) HasEarlyPublication(ctx context.Context, visitor string) (early bool, err error) {
	return early, database.Fault(s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM publications
		WHERE visitor = $1 AND created_at < (SELECT at FROM upgrades WHERE name = 'standing'))`, visitor).Scan(&early))
}
