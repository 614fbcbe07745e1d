package sweep

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
)

// Cursors stores the cursors of sweeps, so that a restart does not begin again, and what caches are to drop.
type Cursors struct{ pool *pgxpool.Pool }

// NewCursors returns the cursors on the service's pool.
func NewCursors(pool *pgxpool.Pool) *Cursors { return &Cursors{pool} }

// get returns a sweep's cursor; empty for the beginning.
func (c *Cursors) get(ctx context.Context, name string) (place string, err error) {
	err = c.pool.QueryRow(ctx, `SELECT place FROM cursors WHERE name = $1`, name).Scan(&place)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return place, database.Fault(err)
}

// set moves the cursor, unless another process moved it meanwhile.
func (c *Cursors) set(ctx context.Context, name, from, to string) error {
	_, err := c.pool.Exec(ctx, `INSERT INTO cursors (name, place) VALUES ($1, $3)
		ON CONFLICT (name) DO UPDATE SET place = excluded.place WHERE cursors.place = $2`, name, from, to)
	return database.Fault(err)
}

// addPurges has shared caches drop objects, once, after a pass must have deleted them and what read them has
// ended: a purge that was seen long before is not repeated.
func (c *Cursors) addPurges(ctx context.Context, ids []uuid.UUID) error {
	_, err := c.pool.Exec(ctx, `INSERT INTO purges (key, seen_at, added_at, next_at)
		SELECT unnest($1::uuid[]), now(), now() + $2::interval, now() + $2::interval`, ids, passTimeout+10*time.Second)
	return database.Fault(err)
}
