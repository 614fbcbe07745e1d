package events

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/postgres"
)

// ForgetEvery is how often Forget is worth its while.
const ForgetEvery = time.Hour

// remember is how long the inbox knows an event: a day longer than a topic could bring it again, dead letters too.
const remember = retention + 24*time.Hour

// forgetTime bounds one pass of Forget. A backlog is for the next ones.
const forgetTime = 2 * time.Minute

// forgetInbox relies on the index inbox_age.
var forgetInbox = postgres.DeleteOldest("inbox", "time", "time < now() - $1::interval")

// Forget removes from an inbox what no topic can bring again. It is for lifecycle.Every.
func Forget(pool *pgxpool.Pool) func(context.Context) error {
	return func(ctx context.Context) error {
		return postgres.InSteps(ctx, forgetTime, postgres.Batch(pool, forgetInbox, remember))
	}
}

// seen writes the event into the inbox of a consumer, in the transaction of its effect, and reports
// whether it was the first time. The primary key of inbox
// (consumer, event_id) is the truth.
func seen(ctx context.Context, tx pgx.Tx, consumer, eventID string) (first bool, err error) {
	tag, err := tx.Exec(ctx, `INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, consumer, eventID)
	if err != nil {
		return false, err
	}
	return tag.RowsAffected() == 1, nil
}
