package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/moderation/internal/cases"
)

// lastDecision is the newest decision about a subject.
type lastDecision struct {
	ID     uuid.UUID
	CaseID uuid.UUID
	Action decisions.Action
}

// Appeal adds the maker's objection to the last decision, if that hid the subject: what answers an
// appeal is final.
func (s *Cases) Appeal(ctx context.Context, of cases.Subject, text string) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		last, err := database.QueryRow(ctx, tx, cases.ErrNothingToAppeal, pgx.RowToStructByName[lastDecision], `
			SELECT d.id, c.id AS case_id, d.action FROM cases c JOIN decisions d ON d.case_id = c.id AND d.version = c.version
			WHERE c.kind = $1 AND c.subject = $2 AND c.status <> 'public' AND NOT d.answers_appeal FOR NO KEY UPDATE OF c`,
			of.Kind, of.ID)
		if err != nil {
			return err
		}
		added, err := tx.Exec(ctx, `INSERT INTO appeals (decision_id, case_id, text) VALUES ($1, $2,
			$3) ON CONFLICT DO NOTHING`,
			last.ID, last.CaseID, text)
		if err != nil {
			return err
		}
		if added.RowsAffected() == 0 {
			return cases.ErrAppealMade
		}
		_, err = tx.Exec(ctx, `UPDATE cases SET is_open = true, weight = weight + $2, updated_at = now() WHERE id = $1`,
			last.CaseID, cases.WeightUnit)
		if err != nil {
			return err
		}
		return setDue(ctx, tx, last.CaseID)
	}))
}

// answerAppeal marks the open appeal of a case as answered (appeals_open), and reports whether there
// was one.
func answerAppeal(ctx context.Context, tx pgx.Tx, id uuid.UUID) (bool, error) {
	answered, err := tx.Exec(ctx, `UPDATE appeals SET answered_at = now() WHERE case_id = $1 AND answered_at IS NULL`,
		id)
	return answered.RowsAffected() > 0, err
}
