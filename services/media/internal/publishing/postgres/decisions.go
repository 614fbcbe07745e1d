package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/decisions"
)

// ApplyDecision hides, removes or restores a publication as the moderation service decided, inside
// the transaction of the event, and records what its maker sees. What its visitor withdrew stays
// withdrawn.
func (s *Store) ApplyDecision(
	ctx context.Context, tx pgx.Tx, d decisions.Decision,
) (decisions.Outcome, []events.Event, error) {
	p, err := lockPublication(ctx, tx, d.Subject, publications.ErrNoPublication)
	switch {
	case errors.Is(err, publications.ErrNoPublication):
		return decisions.OutcomeNotFound, nil, nil
	case err != nil:
		return "", nil, err
	}
	if err := recordRemoval(ctx, tx, d); err != nil { // also of what was withdrawn: it could be published again
		return "", nil, err
	}
	if p.Withdrawn != nil && p.HiddenBy == "" {
		return decisions.OutcomeWithdrawn, nil, nil
	}
	if err := shownDecisions.RecordDecision(ctx, tx, d); err != nil {
		return "", nil, err
	}
	at := database.Time(d.Time)
	var facts []events.Event
	switch d.Action {
	case decisions.ActionHide, decisions.ActionRemove:
		facts, err = p.hide(ctx, tx, hiderOf(d), at)
	case decisions.ActionRestore:
		facts, err = p.restore(ctx, tx, at)
	case decisions.ActionLeave:
		// It waited for a look, or was hidden by a check while its first decision was on its way.
		isFlaggedMeanwhile := p.HiddenBy == publications.HiddenAutomatically && d.Version == 1
		if p.HiddenBy == publications.HiddenByCheck || isFlaggedMeanwhile {
			facts, err = p.restore(ctx, tx, at)
		} else {
			err = p.clear(ctx, tx, at)
		}
	}
	return decisions.OutcomeApplied, facts, err
}

// hiderOf returns who hides a publication by a decision.
func hiderOf(d decisions.Decision) publications.HiddenBy {
	switch {
	case d.Action == decisions.ActionRemove:
		return publications.HiddenByRemoval
	case d.Automatic:
		return publications.HiddenAutomatically
	default:
		return publications.HiddenByOperator
	}
}

// hide makes a publication hidden, and returns the event unless it was before.
func (p subject) hide(
	ctx context.Context, tx pgx.Tx, by publications.HiddenBy, at time.Time,
) ([]events.Event, error) {
	if p.Withdrawn != nil {
		_, err := tx.Exec(ctx, `UPDATE publications SET hidden_by = $2 WHERE id = $1`, p.ID, by)
		return nil, err
	}
	return p.withdraw(ctx, tx, by, at)
}

// restore makes a hidden publication public, and returns the event unless it was before.
func (p subject) restore(ctx context.Context, tx pgx.Tx, at time.Time) ([]events.Event, error) {
	if err := p.clear(ctx, tx, at); err != nil || p.Withdrawn == nil {
		return nil, err
	}
	return p.show(ctx, tx, at)
}

// clear keeps automatic checks, and reports that a process of the last release counts, from hiding a
// publication.
func (p subject) clear(ctx context.Context, tx pgx.Tx, at time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE publications SET cleared_at = $2 WHERE id = $1`, p.ID, at)
	return err
}

// shownDecisions is what makers see.
var shownDecisions = moderation.NewTable("publication_decisions", "publication_id")

// Moderated returns what the maker of a publication sees of decisions, or
// publications.ErrPublicationNotFound when it is not the caller's or was withdrawn. It relies on the
// primary keys.
func (s *Store) Moderated(
	ctx context.Context, id uuid.UUID, caller moderation.Owner,
) (moderation.State, error) {
	return database.QueryRow(ctx, s.pool, publications.ErrPublicationNotFound,
		pgx.RowToStructByName[moderation.State], `SELECT `+selectModeration+`
		FROM publications p LEFT JOIN publication_decisions d ON d.publication_id = p.id
		WHERE p.id = $1 AND (p.visitor = $2 OR p.account = nullif($3, '')) AND (p.withdrawn_at IS NULL OR p.hidden_by IS NOT NULL)`,
		id, caller.Visitor, caller.Account)
}

// RecordAppeal records the maker's appeal, unless there is one.
func (s *Store) RecordAppeal(ctx context.Context, id uuid.UUID, text string, now time.Time) error {
	return shownDecisions.RecordAppeal(ctx, s.pool, id, text, now)
}
