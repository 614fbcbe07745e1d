package deletion

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"

	database "mcwick.example/platform/postgres"
)

// ScheduleDeletion schedules objects for deletion once the transaction is committed; withdrawn says
// that they were public until now.
func ScheduleDeletion(ctx context.Context, tx pgx.Tx, withdrawn bool, names []string) error {
	_, err := tx.Exec(ctx, `INSERT INTO object_deletions (object_name, withdrawn) SELECT unnest($1::text[]), $2
		ON CONFLICT (object_name) DO UPDATE SET withdrawn = object_deletions.withdrawn OR excluded.withdrawn`, names,
		withdrawn)
	return err
}

// claimDeletions relies on the index object_deletions_due.
const claimDeletions = `UPDATE object_deletions SET next_at = now() + $2::interval WHERE object_name = ANY(ARRAY(
	SELECT object_name FROM object_deletions WHERE next_at <= now() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING object_name`

// claim returns up to n objects that are due, the oldest first. No other call returns them until
// again has passed.
func (d *Deleter) claim(ctx context.Context, n int, again time.Duration) ([]string, error) {
	return database.QueryRows(ctx, d.pool, pgx.RowTo[string], claimDeletions, n, again)
}

// finish records that the objects are deleted, also when the time for deleting is over.
func (d *Deleter) finish(ctx context.Context, names []string, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	_, err := d.pool.Exec(ctx, `DELETE FROM object_deletions WHERE object_name = ANY($1)`, names)
	return database.Fault(err)
}

// Withdrawn returns every object that was public and is scheduled for deletion. It relies on the
// index object_deletions_withdrawn.
func (d *Deleter) Withdrawn(ctx context.Context) ([]string, error) {
	return database.QueryRows(ctx, d.pool, pgx.RowTo[string],
		`SELECT object_name FROM object_deletions WHERE withdrawn`)
}

// Measure registers the age of the oldest scheduled deletion as a metric. It relies on the index
// object_deletions_age.
func (d *Deleter) Measure() {
	database.ObserveAge(otel.Meter("mcwick/media"), d.pool, "mcwick.media.deletions.age",
		"How long the object has waited that waits longest to be deleted from the store.",
		`SELECT min(added_at) FROM object_deletions`)
}
