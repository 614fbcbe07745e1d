package postgres

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/platform/idempotency"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/moderation/internal/cases"
)

// Report adds a device's first report of a subject. When the open reports weigh enough and no
// operator cleared the subject, they hide it. The case is locked, so of any number of racing reports
// one hides it.
func (s *Cases) Report(ctx context.Context, d cases.Details, r cases.Signal, enough int64) error {
	return s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		c, err := lock(ctx, tx, d)
		if err != nil {
			return nil, err
		}
		if err := addReport(ctx, tx, &c, r); err != nil {
			return nil, err
		}
		if c.ReportWeight < enough || c.Status != cases.StatusPublic || c.Cleared || !c.hidesByReports() {
			return nil, nil
		}
		_, event, err := decide(ctx, tx, c, decision{Action: decisions.ActionHide, Reason: r.Reason, Created: r.Created,
			status: cases.StatusHiddenAutomatically})
		return event, err
	})
}

// selectReporter relies on the primary key of reporters.
const selectReporter = `SELECT upheld, wrong FROM reporters WHERE device = $1`

// record is how many reports operators have found right and wrong.
type record struct{ Upheld, Wrong int64 }

// weigh returns what another report weighs: a unit without a record, and less the more were wrong.
func (r record) weigh() int64 {
	n := r.Upheld + r.Wrong + 1
	return (2*cases.WeightUnit*(r.Upheld+1) + n) / (2 * n)
}

// weighReport returns what a report of a settled device weighs. A device costs nothing, so one that was
// never right weighs no more than the reports of its lane of late, but a quarter at least, so that one
// person cannot silence a network.
func weighReport(ctx context.Context, tx pgx.Tx, r cases.Signal) (int64, error) {
	device, err := database.QueryRow(ctx, tx, errNoRow, pgx.RowToStructByName[record], selectReporter, r.Source)
	if err != nil && !errors.Is(err, errNoRow) {
		return 0, err
	}
	if device.Upheld > 0 || r.Lane == "" {
		return device.weigh(), nil
	}
	lane, err := database.QueryRow(ctx, tx, errNoRow, pgx.RowToStructByName[record], countDecided, r.Lane, maxWeighed)
	return min(device.weigh(), max(lane.weigh(), cases.WeightUnit/4)), err
}

// maxUnweighed is how many open signals a case has when further reports that weigh nothing are dropped: their
// devices cost nothing, a moderator reads the newest few, and a decision closes all of them in one transaction.
const maxUnweighed = 1000

// weighWith returns what the open reports of a case weigh with another one. It relies on signals_open.
const weighWith = `SELECT ` + weighLanes + ` FROM (SELECT lane, max(weight) AS weight FROM (
    SELECT lane, weight FROM signals WHERE case_id = $1 AND kind = 'report' AND closed_at IS NULL
    UNION ALL SELECT $2::text, $3::bigint) reports GROUP BY lane) lanes`

// addReport adds a report unless the device has reported the subject. Reports of one network weigh as much as the
// heaviest.
func addReport(ctx context.Context, tx pgx.Tx, to *lockedCase, r cases.Signal) (err error) {
	weight := int64(0)
	if r.Settled {
		if weight, err = weighReport(ctx, tx, r); err != nil {
			return err
		}
	}
	if weight == 0 && to.OpenSignals >= maxUnweighed {
		return nil
	}
	var all int64
	if err := tx.QueryRow(ctx, weighWith, to.ID, r.Lane, weight).Scan(&all); err != nil {
		return err
	}
	all = max(all, to.ReportWeight) // reports whose networks were forgotten meanwhile were of as many
	isNew, err := addSignal(ctx, tx, to.ID, r, weight, all-to.ReportWeight)
	if err != nil || !isNew {
		return err
	}
	to.ReportWeight = all
	_, err = tx.Exec(ctx, `UPDATE cases SET report_weight = $2 WHERE id = $1`, to.ID, all)
	return err
}

// addSignal adds a signal of some weight, which adds something to its case's, unless its source has
// sent one, and opens the case.
func addSignal(
	ctx context.Context, tx pgx.Tx, id uuid.UUID, s cases.Signal, weight, added int64,
) (isNew bool, err error) {
	tag, err := tx.Exec(ctx, `INSERT INTO signals (case_id, kind, source, lane, reason, note, x_handle, weight, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT ON CONSTRAINT signals_once DO NOTHING`,
		id, s.Kind, s.Source, s.Lane, s.Reason, s.Note, s.XHandle, weight, s.Created)
	if err != nil || tag.RowsAffected() == 0 {
		return false, err
	}
	_, err = tx.Exec(ctx, `UPDATE cases SET is_open = true, open_signals = open_signals + 1, weight = weight + $2,
		updated_at = now() WHERE id = $1`, id, added)
	if err != nil {
		return false, err
	}
	return true, setDue(ctx, tx, id)
}

// RecordVerdict adds what a check found about a subject that its owner has hidden, once for each
// check, and records the hiding as a decision, which is in force already. If an operator cleared the
// subject before the owner knew, the decision is to restore it.
func (s *Cases) RecordVerdict(ctx context.Context, d cases.Details, v cases.Signal) error {
	return s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		c, err := lock(ctx, tx, d)
		if err != nil {
			return nil, err
		}
		isNew, err := addSignal(ctx, tx, c.ID, v, cases.WeightUnit, cases.WeightUnit)
		if err != nil || !isNew || c.Status != cases.StatusPublic {
			return nil, err
		}
		found := decision{Action: decisions.ActionHide, Reason: v.Reason, Created: v.Created,
			status: cases.StatusHiddenAutomatically, outcome: decisions.OutcomeApplied}
		if c.Cleared {
			found = decision{Action: decisions.ActionRestore, Created: v.Created, status: cases.StatusPublic}
		}
		_, facts, err := decide(ctx, tx, c, found)
		return facts, err
	})
}

// RequestTakedown opens a case about a place, once per intent.
func (s *Cases) RequestTakedown(
	ctx context.Context, visitor string, as idempotency.Request, d cases.Details, r cases.Signal,
) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		first, err := recordIntent(ctx, tx, visitor, as)
		if err != nil || !first {
			return err
		}
		c, err := lock(ctx, tx, d)
		if err != nil {
			return err
		}
		_, err = addSignal(ctx, tx, c.ID, r, cases.WeightUnit, cases.WeightUnit)
		return err
	}))
}

// recordIntent stores an intent of a visitor, and reports whether it is new. It relies on
// intents_once, on which a concurrent repeat waits.
func recordIntent(ctx context.Context, tx pgx.Tx, visitor string, as idempotency.Request) (first bool, err error) {
	noted, err := tx.Exec(ctx, `INSERT INTO intents (visitor, idempotency_key, input_hash) VALUES ($1, $2, $3)
		ON CONFLICT ON CONSTRAINT intents_once DO NOTHING`, visitor, as.Key, as.Hash)
	if err != nil || noted.RowsAffected() == 1 {
		return err == nil, err
	}
	var stored []byte
	err = tx.QueryRow(ctx, `SELECT input_hash FROM intents WHERE visitor = $1 AND idempotency_key = $2`, visitor,
		as.Key).Scan(&stored)
	if err != nil {
		return false, err
	}
	return false, as.CheckInput(stored)
}

// Import makes a case of what was known before cases existed. What is hidden gets a decision of the
// operator, which is in force already; a case that has decisions keeps them. It returns the version of the newest
// decision that is in force: one whose event is on its way must not look applied.
func (s *Cases) Import(ctx context.Context, in cases.Imported) (version int, err error) {
	err = database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		c, err := lock(ctx, tx, in.Details)
		if err != nil {
			return err
		}
		for _, r := range in.Reports {
			if err := addReport(ctx, tx, &c, r); err != nil {
				return err
			}
		}
		if in.Cleared {
			_, err := tx.Exec(ctx, `UPDATE cases SET cleared_at = coalesce(cleared_at, now()) WHERE id = $1`, c.ID)
			if err != nil {
				return err
			}
		}
		if !in.Hidden || c.Version > 0 {
			return tx.QueryRow(ctx, `SELECT coalesce(max(version), 0) FROM decisions
				WHERE case_id = $1 AND applied_at IS NOT NULL`, c.ID).Scan(&version)
		}
		now := database.Time(s.now())
		v := decision{Action: decisions.ActionHide, Reason: decisions.ReasonOther, Operator: in.HiddenBy, Created: now,
			status: cases.StatusHiddenAutomatically, outcome: decisions.OutcomeApplied}
		if in.HiddenBy != "" {
			v.status = cases.StatusHidden
		}
		made, _, err := decide(ctx, tx, c, v)
		version = made.Version
		return err
	})
	return version, database.Fault(err)
}
