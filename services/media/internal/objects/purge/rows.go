package purge

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"

	database "mcwick.example/platform/postgres"
)

// row is a purge that is to be tried.
type row struct {
	ID  int64
	Key string
	Age time.Duration // since it was tried first: its transaction may have begun long before
}

// claimPurges relies on the index purges_due.
const claimPurges = `UPDATE purges SET failures = failures + 1, next_at = now() + $2::interval, seen_at = coalesce(seen_at, now()) WHERE id = ANY(ARRAY(SELECT id FROM purges WHERE next_at <= now() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING id, key::text, now() - seen_at AS age`

// claim returns up to n purges that are due, the oldest first. No other call returns them until a
// batch must have ended.
func (p *Purger) claim(ctx context.Context, n int) ([]row, error) {
	return database.QueryRows(ctx, p.pool, pgx.RowToStructByName[row], claimPurges, n, 2*batchTimeout)
}

// retry schedules purges that failed to be tried again after one to eight seconds.
func (p *Purger) retry(ctx context.Context, ids []int64) error {
	_, err := p.pool.Exec(ctx, `UPDATE purges
		SET next_at = now() + power(2, least(failures - 1, 3)) * interval '1 second' WHERE id = ANY($1)`, ids)
	return database.Fault(err)
}

// finish deletes the rows of purges after which no cache can have an old answer.
func (p *Purger) finish(ctx context.Context, ids []int64) error {
	_, err := p.pool.Exec(ctx, `DELETE FROM purges WHERE id = ANY($1)`, ids)
	return database.Fault(err)
}

// repeat schedules purges that succeeded to be done again, at an age: they wait from then on.
func (p *Purger) repeat(ctx context.Context, ids []int64, age time.Duration) error {
	_, err := p.pool.Exec(ctx,
		`UPDATE purges SET failures = 0, next_at = seen_at + $2::interval, added_at = seen_at + $2::interval
		WHERE id = ANY($1)`, ids, age)
	return database.Fault(err)
}

// Measure registers the age of the oldest purge as a metric. It relies on the index purges_age.
func (p *Purger) Measure() {
	database.ObserveAge(otel.Meter("mcwick/media"), p.pool, "mcwick.media.purges.age",
		"How long the purge has waited that shared caches have not confirmed for longest.",
		`SELECT min(added_at) FROM purges`)
}
