package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/internal/cases"
)

// Appeal adds the maker's objection to the last decision, if that hid the subject: what answers an
// appeal is final. The case has what its operator needs again, which it forgets when it was closed long
// ago.
func (s *Cases) Appeal(ctx context.Context, d cases.Details, text string) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		c, err := lock(ctx, tx, d) // a case that this opens is rolled back
		if err != nil {
			return err
		}
		last, err := database.QueryRow(ctx, tx, cases.ErrNothingToAppeal, pgx.RowTo[uuid.UUID], `
			SELECT id FROM decisions WHERE case_id = $1 AND version = $2 AND $3 <> 'public' AND NOT answers_appeal`,
			c.ID, c.Version, c.Status)
		if err != nil {
			return err
		}
		added, err := tx.Exec(ctx, `INSERT INTO appeals (decision_id, case_id, text) VALUES ($1, $2,
			$3) ON CONFLICT DO NOTHING`,
			last, c.ID, text)
		if err != nil {
			return err
		}
		if added.RowsAffected() == 0 {
			return cases.ErrAppealMade
		}
		_, err = tx.Exec(ctx, `UPDATE cases SET is_open = true, weight = weight + $2, updated_at = now() WHERE id = $1`,
			c.ID, cases.WeightUnit)
		if err != nil {
			return err
		}
		return setDue(ctx, tx, c.ID)
	}))
}

// answerAppeal marks the open appeal of a case as answered (appeals_open), and reports whether there
// was one.
func answerAppeal(ctx context.Context, tx pgx.Tx, id uuid.UUID) (bool, error) {
	answered, err := tx.Exec(ctx, `UPDATE appeals SET answered_at = now() WHERE case_id = $1 AND answered_at IS NULL`,
		id)
	return answered.RowsAffected() > 0, err
}
