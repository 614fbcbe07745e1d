package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/wall/internal/wall"
)

// Blank removes the text of an entry, or the reason of a nomination that waits, which would become
// its text. An entry has the id of its nomination, and one statement finds which of the two it is.
func (s *Store) Blank(ctx context.Context, id uuid.UUID, by wall.Action) error {
	return s.act(ctx, wall.ActBlank, by, wall.ErrEntryNotFound, `
		WITH waiting AS (UPDATE nominations SET reason = '' WHERE id = $1 AND rejected_at IS NULL RETURNING id, wall, x_handle),
			entry AS (UPDATE wall_entries SET bio = '' WHERE id = $1 RETURNING id, wall, x_handle)
		SELECT id, wall, x_handle FROM waiting UNION ALL SELECT id, wall, x_handle FROM entry`, id)
}

// OptIn deletes the opt-out of a name.
func (s *Store) OptIn(ctx context.Context, handle string, by wall.Action) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := lockHandle(ctx, tx, handle); err != nil {
			return err
		}
		gone, err := tx.Exec(ctx, `DELETE FROM opt_outs WHERE x_handle = lower($1)`, handle)
		if err != nil {
			return err
		}
		if gone.RowsAffected() == 0 {
			return wall.ErrNotOptedOut
		}
		return recordDecision(ctx, tx, wall.ActOptIn, subject{XHandle: handle}, by)
	}))
}

// deletedEntry is an entry that was deleted, with whether visitors saw it.
type deletedEntry struct {
	subject
	IsHidden bool
}

// OptOut removes everything about a name, rejected nominations and hidden entries too, and blocks
// it. It is one act, whatever it removes.
func (s *Store) OptOut(ctx context.Context, handle string, by wall.Action) error {
	return s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		if err := lockHandle(ctx, tx, handle); err != nil {
			return nil, err
		}
		added, err := tx.Exec(ctx, `INSERT INTO opt_outs (x_handle) VALUES (lower($1)) ON CONFLICT DO NOTHING`, handle)
		if err != nil {
			return nil, err
		}
		if added.RowsAffected() == 0 {
			return nil, wall.ErrOptedOut
		}
		nominated, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID],
			`DELETE FROM nominations WHERE lower(x_handle) = lower($1) RETURNING id`, handle)
		if err != nil {
			return nil, err
		}
		gone, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[deletedEntry], `
			DELETE FROM wall_entries WHERE lower(x_handle) = lower($1)
			RETURNING id, wall, x_handle, hidden_at IS NOT NULL AS is_hidden`, handle)
		if err != nil {
			return nil, err
		}
		for _, of := range gone {
			nominated = append(nominated, of.ID) // an entry has the id of its nomination
			if err := decisions.RecordGone(ctx, tx, decisions.KindWallEntry, of.ID); err != nil {
				return nil, err
			}
			if of.IsHidden { // its event was published then
				continue
			}
			event, err := entryWithdrawnEvent(ctx, of.subject, time.Now())
			if err != nil {
				return nil, err
			}
			facts = append(facts, event)
		}
		// as sweepDecided does: none of them is there to be found by it
		if _, err := tx.Exec(ctx, blankDecisions, nominated); err != nil {
			return nil, err
		}
		return facts, recordDecision(ctx, tx, wall.ActOptOut, subject{XHandle: handle}, by)
	})
}
