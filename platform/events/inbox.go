package events

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/postgres"
)

// InboxCleanupInterval is how often CleanInbox is worth its while.
const InboxCleanupInterval = time.Hour

// inboxRetention is how long the inbox knows an event: a day longer than a topic could bring it
// again, dead letters too.
const inboxRetention = topicRetention + 24*time.Hour

// cleanupTimeout bounds one pass of CleanInbox. A backlog is for the next ones.
const cleanupTimeout = 2 * time.Minute

// cleanupQuery relies on the index inbox_age.
var cleanupQuery = postgres.DeleteOldestSQL("inbox", "time", "time < now() - $1::interval")

// CleanInbox removes from an inbox what no topic can bring again. It is for lifecycle.Every.
func CleanInbox(pool *pgxpool.Pool) func(context.Context) error {
	return func(ctx context.Context) error {
		return postgres.RunSteps(ctx, cleanupTimeout, postgres.BatchStep(pool, cleanupQuery, inboxRetention))
	}
}

// recordInInbox writes the event into the inbox of a consumer, in the transaction of its effect,
// and reports whether it was the first time. The primary key of inbox (consumer, event_id) is the
// truth.
func recordInInbox(ctx context.Context, tx pgx.Tx, consumer, eventID string) (first bool, err error) {
	tag, err := tx.Exec(ctx, `INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, consumer,
		eventID)
	if err != nil {
		return false, err
	}
	return tag.RowsAffected() == 1, nil
}
