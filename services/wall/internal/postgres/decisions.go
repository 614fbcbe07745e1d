package postgres

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/wall/internal/wall"
)

// subject is what a decision is about.
type subject struct {
	ID      uuid.UUID // of a nomination or entry; uuid.Nil for a name
	Wall    wall.Wall
	XHandle string
}

// recordDecision records an operator's act, in the act's transaction. decisions_approved_once
// rejects a second approval by the same operator.
func recordDecision(ctx context.Context, tx pgx.Tx, did wall.Act, of subject, by wall.Action) error {
	_, err := tx.Exec(ctx, `INSERT INTO decisions (operator, act, wall, x_handle, nomination_id, note)
		VALUES ($1, $2, $3, $4, nullif($5, '00000000-0000-0000-0000-000000000000'::uuid), $6)`,
		by.Operator, did, of.Wall, of.XHandle, of.ID, by.Note)
	if broken, ok := errors.AsType[*pgconn.PgError](err); ok && broken.ConstraintName == "decisions_approved_once" {
		return wall.ErrAlreadyApproved
	}
	return err
}

// act changes the one row that an act is about and records the decision. The statement returns the
// subject of a row, or none. The name is locked before: an approval of it moves the row to another table.
func (s *Store) act(ctx context.Context, did wall.Act, by wall.Action, none error, change string, id uuid.UUID) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		handle, err := database.QueryRow(ctx, tx, none, pgx.RowTo[string], `SELECT x_handle FROM nominations WHERE id = $1
			UNION ALL SELECT x_handle FROM wall_entries WHERE id = $1`, id)
		if err != nil {
			return err
		}
		if err := lockHandle(ctx, tx, handle); err != nil {
			return err
		}
		of, err := database.QueryRow(ctx, tx, none, pgx.RowToStructByName[subject], change, id)
		if err != nil {
			return err
		}
		return recordDecision(ctx, tx, did, of, by)
	}))
}

// selectDecisions relies on decisions_newest (created_at DESC, id DESC).
const selectDecisions = `
SELECT id, operator, act, wall, x_handle, coalesce(nomination_id, '00000000-0000-0000-0000-000000000000') AS nomination_id, note,
    created_at AS created
FROM decisions
WHERE (created_at, id) < ($1, $2)
ORDER BY created_at DESC, id DESC
LIMIT $3`

// Decisions returns up to n decisions after the cursor, newest first.
func (s *Store) Decisions(ctx context.Context, after page.TimeCursor, n int) ([]wall.Decision, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[wall.Decision], selectDecisions, after.Key, after.ID,
		n)
}
