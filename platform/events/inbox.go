package events

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// seen writes the event into the inbox of a consumer, in the transaction of its effect, and reports
// whether it was the first time. The table inbox is in the service's own migrations; its primary key
// (consumer, event_id) is the truth.
func seen(ctx context.Context, tx pgx.Tx, consumer, eventID string) (first bool, err error) {
	tag, err := tx.Exec(ctx, `INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, consumer, eventID)
	if err != nil {
		return false, err
	}
	return tag.RowsAffected() == 1, nil
}
