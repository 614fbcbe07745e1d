package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/internal/cases"
)

// lastDue is the year 10000 in milliseconds. Urgency is how long before that a case is due: lists are
// in the order of numbers that are not negative, the largest first.
const lastDue = 253_402_300_800_000

// selectWaiting returns what waits in an open case; it relies on signals_open, appeals_open and
// decisions_version. What was hidden without an operator, and of which no signal is left, waits since then.
const selectWaiting = `
SELECT kind, status = 'public' AS public, coalesce(reasons, '{}') AS reasons, coalesce(lanes, 0) AS lanes,
    appealed IS NOT NULL AS appealed, coalesce(least(signaled, appealed),
        (SELECT created_at FROM decisions d WHERE d.case_id = cases.id AND d.version = cases.version),
        updated_at) AS since
FROM cases,
    (SELECT array_agg(DISTINCT reason) AS reasons, greatest(count(DISTINCT lane) FILTER (WHERE lane <> ''), least(count(*), 1)) AS lanes, min(created_at) AS signaled
        FROM signals WHERE case_id = $1 AND closed_at IS NULL) open_signals,
    (SELECT min(created_at) AS appealed FROM appeals WHERE case_id = $1 AND answered_at IS NULL) open_appeals
WHERE id = $1 AND is_open`

// setDue stores when an open case is due.
func setDue(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	waiting, err := database.QueryRow(ctx, tx, errNoRow, pgx.RowToStructByName[cases.Waiting], selectWaiting, id)
	if errors.Is(err, errNoRow) {
		return nil // it is closed
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE cases SET urgency = $2 WHERE id = $1`, id, lastDue-waiting.Due().UnixMilli())
	return err
}

// dueTime returns when a case is due; nil for one that a pod of the last release opened.
func dueTime(urgency int64) *time.Time {
	if urgency == lastDue {
		return nil
	}
	due := time.UnixMilli(lastDue - urgency)
	return &due
}
