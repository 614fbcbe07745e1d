package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/internal/cases"
)

const actDismissLane = "dismiss-lane"

const (
	// The first cases with open reports of a lane, locked in the order of their ids (signals_open_lane).
	lockLaneCases = `
SELECT id FROM cases WHERE id IN (SELECT DISTINCT case_id FROM (
    SELECT case_id FROM signals WHERE closed_at IS NULL AND lane <> '' AND lane = $1 AND kind = 'report' ORDER BY case_id LIMIT $2) first)
ORDER BY id FOR NO KEY UPDATE`

	closeLane = `
UPDATE signals SET closed_at = now() WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM signals
    WHERE closed_at IS NULL AND lane <> '' AND lane = $1 AND kind = 'report' AND case_id = ANY($2) ORDER BY case_id LIMIT $3))`

	// Of a flood 10,000 at most: what is more says nothing new.
	countLane = `SELECT count(*) FROM (SELECT FROM signals
    WHERE closed_at IS NULL AND lane <> '' AND lane = $1 AND kind = 'report' LIMIT 10000) open`

	// What is left of cases: reports of one lane weigh as much as the heaviest (signals_open). What was hidden
	// without an operator waits for one, also when no report is left.
	recount = `
UPDATE cases SET open_signals = n, report_weight = reports, weight = reports + $2::bigint * (others + appeals),
    is_open = n + appeals > 0 OR status = 'hidden_automatically', updated_at = now()
FROM (
    SELECT c.id AS case_id,
        (SELECT count(*) FROM signals WHERE case_id = c.id AND closed_at IS NULL) AS n,
        (SELECT count(*) FROM signals WHERE case_id = c.id AND closed_at IS NULL AND kind <> 'report') AS others,
        (SELECT count(*) FROM appeals WHERE case_id = c.id AND answered_at IS NULL) AS appeals,
        (SELECT coalesce(sum(weight), 0) FROM (
            SELECT max(weight) AS weight FROM signals WHERE case_id = c.id AND closed_at IS NULL AND kind = 'report' GROUP BY lane
        ) lanes) AS reports
    FROM cases c WHERE c.id = ANY($1)
) left_over
WHERE cases.id = case_id`
)

// foundOf is what an operator's decision found of a report s, which it closed at its own time: its action, and null
// when it left hidden what was hidden, as closeCase does. It relies on decisions_version.
const foundOf = `(SELECT CASE WHEN action <> 'leave' OR coalesce((SELECT action FROM decisions before
            WHERE before.case_id = d.case_id AND before.version < d.version AND before.action <> 'leave'
            ORDER BY before.version DESC LIMIT 1), 'restore') = 'restore' THEN action END
        FROM decisions d WHERE d.case_id = s.case_id AND d.created_at = s.closed_at AND d.operator <> '')`

// countDecided counts the reports from a lane that were decided on last, however many of it wait: a lane
// could hide what it got wrong behind new ones. It relies on signals_closed_lane.
const countDecided = `
SELECT count(*) FILTER (WHERE action IN ('hide', 'remove')) AS upheld,
    count(*) FILTER (WHERE action IN ('leave', 'restore')) AS wrong
FROM (SELECT ` + foundOf + ` AS action
    FROM signals s WHERE lane <> '' AND lane = $1 AND kind = 'report' AND closed_at IS NOT NULL
    ORDER BY closed_at DESC LIMIT $2) latest`

// countLaneReports also counts those that wait.
const countLaneReports = `SELECT (` + countLane + `) AS open, upheld, wrong FROM (` + countDecided + `) decided`

const (
	// maxListed is how many closed reports of a lane operators see the outcomes of; maxWeighed how many say what
	// the next one weighs.
	maxListed, maxWeighed = 1000, 100
)

// LaneReports counts the reports from a lane by what became of them, of closed ones the last.
func (s *Cases) LaneReports(ctx context.Context, lane string) (cases.LaneReports, error) {
	return database.QueryRow(ctx, s.pool, cases.ErrNoLane, pgx.RowToStructByName[cases.LaneReports], countLaneReports,
		lane, maxListed)
}

// DismissLane closes up to cases.MaxDismissed open reports from a lane and records the operator's
// act, which says how many but not from where: lanes are not kept for so long.
func (s *Cases) DismissLane(ctx context.Context, lane, note string) (done cases.Dismissed, err error) {
	err = database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		ids, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], lockLaneCases, lane, cases.MaxDismissed)
		if err != nil {
			return err
		}
		closed, err := tx.Exec(ctx, closeLane, lane, ids, cases.MaxDismissed)
		if err != nil {
			return err
		}
		if done.Dismissed = int(closed.RowsAffected()); done.Dismissed == 0 {
			return cases.ErrNoLane
		}
		if _, err := tx.Exec(ctx, recount, ids, cases.WeightUnit); err != nil {
			return err
		}
		for _, id := range ids {
			if err := setDue(ctx, tx, id); err != nil {
				return err
			}
		}
		if err := tx.QueryRow(ctx, countLane, lane).Scan(&done.Remaining); err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, actDismissLane, fmt.Sprint(done.Dismissed), note)
	})
	return done, database.Fault(err)
}
