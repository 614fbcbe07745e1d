package moderation

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/decisions"
)

// SelectDecision reads from a Table, as d, what a State has of it.
const SelectDecision = `coalesce(d.reason, '') AS reason, coalesce(d.message, '') AS message, d.decided_at AS decided,
	coalesce(d.appeal, '') AS appeal, d.appealed_at AS appealed, coalesce(d.answer, '') AS answer,
	d.answered_at AS answered`

// Table is a table of what makers see of decisions, one row for each subject.
type Table struct {
	insert, answer, appeal string
	LockRemoved            string // locks keys removed before $1 without an open appeal; relies on {name}_removed
	BlankAppeals           string // deletes the texts of appeals from before $1; relies on {name}_appeals
}

// NewTable returns a table with its key.
func NewTable(name, key string) Table {
	return Table{
		insert: fmt.Sprintf(`INSERT INTO %[1]s (%[2]s, reason, message, decided_at, removed_at)
			VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN $4::timestamptz END)
			ON CONFLICT (%[2]s) DO UPDATE SET reason = excluded.reason, message = excluded.message,
				decided_at = excluded.decided_at, removed_at = excluded.removed_at,
				appeal = CASE WHEN $6 AND %[1]s.answered_at IS NOT NULL THEN '' ELSE %[1]s.appeal END,
				answer = CASE WHEN $6 AND %[1]s.answered_at IS NOT NULL THEN '' ELSE %[1]s.answer END,
				appealed_at = CASE WHEN $6 AND %[1]s.answered_at IS NOT NULL THEN NULL ELSE %[1]s.appealed_at END,
				answered_at = CASE WHEN $6 THEN NULL ELSE %[1]s.answered_at END`, name, key),
		answer: fmt.Sprintf(`UPDATE %s SET answer = $2, answered_at = $3 WHERE %s = $1`, name, key),
		appeal: fmt.Sprintf(`INSERT INTO %[1]s (%[2]s, reason, message, decided_at, appeal, appealed_at)
			VALUES ($1, '', '', $3, $2, $3)
			ON CONFLICT (%[2]s) DO UPDATE SET appeal = excluded.appeal, appealed_at = excluded.appealed_at
				WHERE %[1]s.appealed_at IS NULL`, name, key),
		LockRemoved: fmt.Sprintf(`SELECT %[2]s FROM %[1]s
			WHERE removed_at < $1 AND (appealed_at IS NULL OR answered_at IS NOT NULL)
			ORDER BY removed_at LIMIT %[3]d FOR UPDATE SKIP LOCKED`, name, key, postgres.BatchSize),
		BlankAppeals: postgres.UpdateOldestSQL(name, "appeal = '', answer = ''", "appealed_at",
			"appealed_at < $1 AND appeal <> ''"),
	}
}

// RecordDecision records what the maker sees: the reason of what is hidden, and the answer to an
// appeal. What is hidden anew may be appealed anew, so an answered appeal is forgotten then.
func (t Table) RecordDecision(ctx context.Context, tx pgx.Tx, d decisions.Decision) error {
	if d.Action != decisions.ActionLeave {
		isAnew := d.Action != decisions.ActionRestore && !d.AnswersAppeal
		if _, err := tx.Exec(ctx, t.insert, d.Subject, d.Reason, d.Message, postgres.Time(d.Time),
			d.Action == decisions.ActionRemove, isAnew); err != nil {
			return err
		}
	}
	if !d.AnswersAppeal {
		return nil
	}
	_, err := tx.Exec(ctx, t.answer, d.Subject, d.Message, postgres.Time(d.Time))
	return err
}

// RecordAppeal records the maker's appeal, unless there is one.
func (t Table) RecordAppeal(ctx context.Context, pool *pgxpool.Pool, id uuid.UUID, text string, now time.Time) error {
	_, err := pool.Exec(ctx, t.appeal, id, text, postgres.Time(now))
	return postgres.Fault(err)
}
