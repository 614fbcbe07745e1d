package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
)

// Cursor gives where some work is; empty for the beginning.
func (s *Store) Cursor(ctx context.Context, name string) (place string, err error) {
	err = s.pool.QueryRow(ctx, `SELECT place FROM cursors WHERE name = $1`, name).Scan(&place)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return place, database.Fault(err)
}

// MoveCursor moves it, unless somebody else moved it meanwhile.
func (s *Store) MoveCursor(ctx context.Context, name, from, to string) error {
	_, err := s.pool.Exec(ctx, `INSERT INTO cursors (name, place) VALUES ($1, $3)
		ON CONFLICT (name) DO UPDATE SET place = excluded.place WHERE cursors.place = $2`, name, from, to)
	return database.Fault(err)
}
