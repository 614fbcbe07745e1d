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
	// uncounted takes a signal that is closed without a decision from what its lane was right and wrong about: it
	// would take the place of one that was decided on (countDecided).
	uncounted = `lane = ''`

	// The first cases with open signals of a kind of a lane, locked in the order of their ids (signals_open_lane).
	lockLaneCases = `
SELECT id FROM cases WHERE id IN (SELECT DISTINCT case_id FROM (
    SELECT case_id FROM signals WHERE closed_at IS NULL AND lane <> '' AND lane = $1 AND kind = $2 ORDER BY case_id LIMIT $3) first)
ORDER BY id FOR NO KEY UPDATE`

	closeLane = `
UPDATE signals SET closed_at = now(), ` + uncounted + ` WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM signals
    WHERE closed_at IS NULL AND lane <> '' AND lane = $1 AND kind = $2 AND case_id = ANY($3) ORDER BY case_id LIMIT $4))`

	// weighLanes is the weight of the open reports of a case, of which it reads the heaviest of each lane. Those whose
	// lane is unknown or was forgotten may be of any of the others.
	weighLanes = `coalesce(greatest(sum(weight) FILTER (WHERE lane <> ''), max(weight) FILTER (WHERE lane = '')), 0)::bigint`

	// What is left of cases (signals_open), and which of them are open. What was hidden without an operator waits for
	// one, also when no report is left.
	recount = `
WITH counted AS (UPDATE cases SET open_signals = n, report_weight = reports, weight = reports + $2::bigint * (others + appeals),
    is_open = n + appeals > 0 OR status = 'hidden_automatically', updated_at = now()
FROM (
    SELECT c.id AS case_id,
        (SELECT count(*) FROM signals WHERE case_id = c.id AND closed_at IS NULL) AS n,
        (SELECT count(*) FROM signals WHERE case_id = c.id AND closed_at IS NULL AND kind <> 'report') AS others,
        (SELECT count(*) FROM appeals WHERE case_id = c.id AND answered_at IS NULL) AS appeals,
        (SELECT ` + weighLanes + ` FROM (
            SELECT lane, max(weight) AS weight FROM signals WHERE case_id = c.id AND closed_at IS NULL AND kind = 'report' GROUP BY lane
        ) lanes) AS reports
    FROM cases c WHERE c.id = ANY($1)
) left_over
WHERE cases.id = case_id RETURNING id, is_open) SELECT id FROM counted WHERE is_open`
)

// countLane counts open signals of a lane, of a flood 10,000 at most: what is more says nothing new.
func countLane(kind string) string {
	return `SELECT count(*) FROM (SELECT FROM signals
		WHERE closed_at IS NULL AND lane <> '' AND lane = $1 AND kind = ` + kind + ` LIMIT 10000) open`
}

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
var countLaneReports = `SELECT (` + countLane(`'report'`) + `) AS open, (` + countLane(`'takedown'`) + `) AS takedowns,
    upheld, wrong FROM (` + countDecided + `) decided`

const (
	// maxListed is how many closed reports of a lane operators see the outcomes of; maxWeighed how many say what
	// the next one weighs.
	maxListed, maxWeighed = 1000, 100
)

// LaneReports counts the reports from a lane by what became of them, of closed ones the last, and its open takedown
// requests.
func (s *Cases) LaneReports(ctx context.Context, lane string) (cases.LaneReports, error) {
	return database.QueryRow(ctx, s.pool, cases.ErrNoLane, pgx.RowToStructByName[cases.LaneReports], countLaneReports,
		lane, maxListed)
}

// DismissLane closes up to cases.MaxDismissed open signals of a kind from a lane and records the operator's
// act, which says how many but not from where: lanes are not kept for so long.
func (s *Cases) DismissLane(ctx context.Context, in cases.DismissLaneInput) (done cases.Dismissed, err error) {
	err = database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		ids, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], lockLaneCases, in.Lane, in.Kind,
			cases.MaxDismissed)
		if err != nil {
			return err
		}
		closed, err := tx.Exec(ctx, closeLane, in.Lane, in.Kind, ids, cases.MaxDismissed)
		if err != nil {
			return err
		}
		if done.Dismissed = int(closed.RowsAffected()); done.Dismissed == 0 {
			return cases.ErrNoLane
		}
		open, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], recount, ids, cases.WeightUnit)
		if err != nil {
			return err
		}
		for _, id := range open {
			if err := setDue(ctx, tx, id); err != nil {
				return err
			}
		}
		if err := tx.QueryRow(ctx, countLane("$2"), in.Lane, in.Kind).Scan(&done.Remaining); err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, actDismissLane, fmt.Sprint(done.Dismissed, " ", in.Kind), in.Note)
	})
	return done, database.Fault(err)
}
