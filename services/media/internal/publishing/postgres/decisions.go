package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
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
	case p.Withdrawn != nil && p.HiddenBy == "":
		return decisions.OutcomeWithdrawn, nil, nil
	}
	if err := recordDecision(ctx, tx, d); err != nil {
		return "", nil, err
	}
	if err := recordRemoval(ctx, tx, d); err != nil {
		return "", nil, err
	}
	at := databaseTime(d.Time)
	var facts []events.Event
	switch d.Action {
	case decisions.ActionHide, decisions.ActionRemove:
		facts, err = p.hide(ctx, tx, hiderOf(d), at)
	case decisions.ActionRestore:
		facts, err = p.restore(ctx, tx, at)
	case decisions.ActionLeave:
		err = p.clear(ctx, tx, at)
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
	event, err := p.withdraw(ctx, tx, by, at)
	return []events.Event{event}, err
}

// restore makes a hidden publication public, and returns the event unless it was before.
func (p subject) restore(ctx context.Context, tx pgx.Tx, at time.Time) ([]events.Event, error) {
	if err := p.clear(ctx, tx, at); err != nil || p.Withdrawn == nil {
		return nil, err
	}
	event, err := p.show(ctx, tx, at)
	return []events.Event{event}, err
}

// clear keeps automatic checks, and reports that a process of the last release counts, from hiding a
// publication.
func (p subject) clear(ctx context.Context, tx pgx.Tx, at time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE publications SET cleared_at = $2 WHERE id = $1`, p.ID, at)
	return err
}

// recordDecision records what the maker sees: the reason of what is hidden, and the answer to an
// appeal.
func recordDecision(ctx context.Context, tx pgx.Tx, d decisions.Decision) error {
	hides := d.Action == decisions.ActionHide || d.Action == decisions.ActionRemove
	if hides || d.Action == decisions.ActionRestore {
		if _, err := tx.Exec(ctx, `
			INSERT INTO publication_decisions (publication_id, reason, message, decided_at, removed_at)
			VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN $4::timestamptz END)
			ON CONFLICT (publication_id) DO UPDATE SET reason = excluded.reason, message = excluded.message,
				decided_at = excluded.decided_at, removed_at = excluded.removed_at`,
			d.Subject, d.Reason, d.Message, databaseTime(d.Time),
			d.Action == decisions.ActionRemove); err != nil {
			return err
		}
	}
	if !d.AnswersAppeal {
		return nil
	}
	_, err := tx.Exec(ctx, `UPDATE publication_decisions SET answer = $2, answered_at = $3 WHERE publication_id = $1`,
		d.Subject, d.Message, databaseTime(d.Time))
	return err
}

// Moderated returns what the maker of a publication sees of decisions, or
// publications.ErrPublicationNotFound when it is not the caller's or was withdrawn. It relies on the
// primary keys.
func (s *Store) Moderated(
	ctx context.Context, id uuid.UUID, caller publications.Owner,
) (publications.Moderated, error) {
	return database.QueryRow(ctx, s.pool, publications.ErrPublicationNotFound,
		pgx.RowToStructByName[publications.Moderated], `SELECT `+selectModeration+`
		FROM publications p LEFT JOIN publication_decisions d ON d.publication_id = p.id
		WHERE p.id = $1 AND (p.visitor = $2 OR p.account = nullif($3, '')) AND (p.withdrawn_at IS NULL OR p.hidden_by IS NOT NULL)`,
		id, caller.Visitor, caller.Account)
}

// RecordAppeal records the maker's appeal, unless there is one.
func (s *Store) RecordAppeal(ctx context.Context, id uuid.UUID, text string, now time.Time) error {
	_, err := s.pool.Exec(ctx, `
		INSERT INTO publication_decisions (publication_id, reason, message, decided_at, appeal, appealed_at)
		VALUES ($1, '', '', $3, $2, $3)
		ON CONFLICT (publication_id) DO UPDATE SET appeal = excluded.appeal, appealed_at = excluded.appealed_at
			WHERE publication_decisions.appealed_at IS NULL`, id, text, databaseTime(now))
	return database.Fault(err)
}
