package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/wall/internal/wall"
)

// storedEntry is an entry with whether visitors see it.
type storedEntry struct {
	wall.Entry
	IsHidden bool
}

// ApplyDecision hides, removes or restores an entry as the moderation service decided, inside the
// transaction of the event.
func (s *Store) ApplyDecision(
	ctx context.Context, tx pgx.Tx, d decisions.Decision,
) (decisions.Outcome, []events.Event, error) {
	e, err := database.QueryRow(ctx, tx, wall.ErrEntryNotFound, pgx.RowToStructByName[storedEntry], `
		SELECT id, wall, x_handle, bio, created_at AS created, false AS has_avatar, hidden_at IS NOT NULL AS is_hidden
		FROM wall_entries WHERE id = $1 FOR NO KEY UPDATE`, d.Subject)
	switch {
	case errors.Is(err, wall.ErrEntryNotFound):
		return decisions.OutcomeNotFound, nil, nil
	case err != nil:
		return "", nil, err
	}
	hides := e.IsHidden
	switch d.Action {
	case decisions.ActionLeave:
		return decisions.OutcomeApplied, nil, nil
	case decisions.ActionHide, decisions.ActionRemove:
		hides = true
	case decisions.ActionRestore:
		hides = false
	}
	if _, err := tx.Exec(ctx, `UPDATE wall_entries SET hidden_at = CASE WHEN $2 THEN coalesce(hidden_at, $4) END,
		removed_at = CASE WHEN $3 THEN $4 END WHERE id = $1`, e.ID, hides, d.Action == decisions.ActionRemove,
		d.Time); err != nil || hides == e.IsHidden {
		return decisions.OutcomeApplied, nil, err
	}
	var event events.Event
	if hides {
		event, err = entryWithdrawnEvent(ctx, subject{ID: e.ID, Wall: e.Wall, XHandle: e.XHandle}, d.Time)
	} else {
		event, err = entryApprovedEvent(ctx, e.Entry)
	}
	return decisions.OutcomeApplied, []events.Event{event}, err
}
