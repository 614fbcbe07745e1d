package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/moderation/internal/cases"
)

// Confirm records which decisions were applied, and closes the cases of subjects that are gone. Older decisions about
// the same subject are superseded then, also those whose events were lost. It relies on decisions_version.
func (s *Cases) Confirm(ctx context.Context, applied []cases.Applied, gone []cases.Subject) error {
	return s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		for _, a := range applied {
			repeated, err := confirm(ctx, tx, a, s.now())
			if err != nil {
				return nil, err
			}
			facts = append(facts, repeated...)
		}
		for _, of := range gone {
			if err := closeGone(ctx, tx, of); err != nil {
				return nil, err
			}
		}
		return facts, nil
	})
}

func confirm(ctx context.Context, tx pgx.Tx, a cases.Applied, now time.Time) ([]events.Event, error) {
	changed, err := tx.Exec(ctx, `UPDATE decisions SET applied_at = $2,
		outcome = $3 WHERE id = $1 AND applied_at IS NULL`, a.ID, a.Time, a.Outcome)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `UPDATE decisions older SET applied_at = $2, outcome = $3
		FROM decisions d WHERE d.id = $1 AND older.case_id = d.case_id AND older.version < d.version
		AND older.applied_at IS NULL`, a.ID, a.Time, decisions.OutcomeSuperseded); err != nil {
		return nil, err
	}
	if changed.RowsAffected() == 0 || a.NewerVersion == 0 {
		return nil, nil
	}
	return repeatDecision(ctx, tx, a, now)
}

// selectRepeated relies on the primary keys.
const selectRepeated = `SELECT kind, subject, d.version, action, reason, message, note, operator, answers_appeal
FROM decisions d JOIN cases ON cases.id = case_id WHERE d.id = $1`

// repeatDecision makes the newest decision about a subject again, with a version after the one that
// superseded it: its owner knows decisions that this database has lost, as by a restore.
func repeatDecision(ctx context.Context, tx pgx.Tx, a cases.Applied, now time.Time) ([]events.Event, error) {
	var of cases.Subject
	var version int
	d := decision{Created: now}
	err := tx.QueryRow(ctx, selectRepeated, a.ID).Scan(&of.Kind, &of.ID, &version, &d.Action, &d.Reason, &d.Message,
		&d.Note, &d.Operator, &d.AnswersAppeal)
	if err != nil {
		return nil, err
	}
	c, err := lock(ctx, tx, cases.Details{Subject: of})
	if err != nil || c.Version != version || a.NewerVersion < version {
		return nil, err
	}
	c.Version, d.status = a.NewerVersion, c.Status
	_, facts, err := decide(ctx, tx, c, d)
	return facts, err
}

// closeGone closes the case of a subject that is gone, if it has one.
func closeGone(ctx context.Context, tx pgx.Tx, of cases.Subject) error {
	id, err := database.QueryRow(ctx, tx, errNoRow, pgx.RowTo[uuid.UUID], `
		UPDATE cases SET is_open = false, open_signals = 0, weight = 0, report_weight = 0, updated_at = now()
		WHERE kind = $1 AND subject = $2 RETURNING id`, of.Kind, of.ID)
	if errors.Is(err, errNoRow) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE signals SET closed_at = now(), `+uncounted+`
		WHERE case_id = $1 AND closed_at IS NULL`, id); err != nil {
		return err
	}
	_, err = answerAppeal(ctx, tx, id)
	return err
}
