package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

// The names of the operators' acts in the audit log.
const (
	actHide    = "hide-picture"
	actRestore = "restore-picture"
	actDismiss = "dismiss-reports"
	actImport  = "import-art"
)

// selectReported relies on the indexes publications_reported (open_reports DESC, id DESC) and, for
// the notes, reports_open.
const selectReported = `
SELECT p.id, type, p.object_name, coalesce(caption, '') AS caption, variants, placeholder, p.created_at AS created, a.source,
	idempotency_key AS key, input_hash,
    ` + awaitsCheck + `, coalesce(hidden_by, '') AS hidden_by, open_reports,
    (SELECT coalesce(json_agg(said), '[]') FROM (
        SELECT reason, note, lane, created_at FROM reports WHERE publication_id = p.id AND settled_at IS NULL ORDER BY created_at DESC LIMIT $4
    ) said) AS reports
FROM publications p JOIN artworks a ON a.id = artwork_id
WHERE open_reports > 0 AND (open_reports, p.id) < ($1::bigint, $2)
ORDER BY open_reports DESC, p.id DESC
LIMIT $3`

// Reported returns up to n publications with open reports after the one with that count and id,
// most reported first.
func (s *Store) Reported(
	ctx context.Context, after page.CountCursor, n int,
) ([]publications.ReportedPublication, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[publications.ReportedPublication], selectReported,
		after.Key, after.ID, n, publications.MaxReportNotes)
}

// Object returns the object name of a publication that its visitor has not withdrawn, or
// publications.ErrNoPublication. It relies on the primary key.
func (s *Store) Object(ctx context.Context, id uuid.UUID) (string, error) {
	return database.QueryRow(ctx, s.pool, publications.ErrNoPublication, pgx.RowTo[string],
		`SELECT object_name FROM publications WHERE id = $1 AND (withdrawn_at IS NULL OR hidden_by IS NOT NULL)`, id)
}

// Hide hides a publication; if it is hidden without an operator, the decision becomes the operator's.
func (s *Store) Hide(ctx context.Context, id uuid.UUID, note string, now time.Time) error {
	return s.moderate(ctx, actHide, id, note, now, func(tx pgx.Tx, p subject, at time.Time) ([]events.Event, error) {
		switch {
		case p.HiddenBy == publications.HiddenByOperator:
			return nil, publications.ErrHidden
		case p.HiddenBy != "":
			_, err := tx.Exec(ctx, `UPDATE publications SET hidden_by = $2 WHERE id = $1`, id,
				publications.HiddenByOperator)
			return nil, err
		case p.Withdrawn != nil:
			return nil, publications.ErrWithdrawnByOwner
		}
		event, err := p.withdraw(ctx, tx, publications.HiddenByOperator, at)
		return []events.Event{event}, err
	})
}

// Restore makes a hidden publication public again, unless its visitor withdrew it. From then on
// only an operator hides it.
func (s *Store) Restore(ctx context.Context, id uuid.UUID, note string, now time.Time) error {
	return s.moderate(ctx, actRestore, id, note, now, func(tx pgx.Tx, p subject, at time.Time) ([]events.Event, error) {
		switch {
		case p.Withdrawn == nil:
			return nil, publications.ErrNotHidden
		case p.HiddenBy == "":
			return nil, publications.ErrWithdrawnByOwner
		}
		var version int
		err := tx.QueryRow(ctx,
			`UPDATE publications SET withdrawn_at = NULL, hidden_by = NULL, moves = moves + 1, cleared_at = $2
			WHERE id = $1 RETURNING moves`, id, at).Scan(&version)
		if err != nil {
			return nil, err
		}
		event, err := restoredEvent(ctx, id, version, at)
		return []events.Event{event}, err
	})
}

// Dismiss closes the open reports of a publication. A public one is thereby cleared: from then on
// only an operator hides it.
func (s *Store) Dismiss(ctx context.Context, id uuid.UUID, note string, now time.Time) error {
	return s.moderate(ctx, actDismiss, id, note, now, func(tx pgx.Tx, p subject, at time.Time) ([]events.Event, error) {
		if p.OpenReports == 0 {
			return nil, publications.ErrNoReports
		}
		_, err := tx.Exec(ctx, `UPDATE publications SET cleared_at = $2 WHERE id = $1 AND withdrawn_at IS NULL`, id, at)
		return nil, err
	})
}

// moderate changes a publication, closes its open reports, because an operator reviewed it, and
// records the operator's act, all in one transaction.
func (s *Store) moderate(
	ctx context.Context, act string, id uuid.UUID, note string, now time.Time,
	change func(tx pgx.Tx, p subject, at time.Time) ([]events.Event, error),
) error {
	return s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		p, err := lockPublication(ctx, tx, id, publications.ErrNoPublication)
		if err != nil {
			return nil, err
		}
		at := databaseTime(now)
		facts, err := change(tx, p, at)
		if err != nil {
			return nil, err
		}
		if err := settleReports(ctx, tx, id, at); err != nil {
			return nil, err
		}
		return facts, operator.RecordAct(ctx, tx, act, id.String(), note)
	})
}

// settleReports closes the open reports of a publication that is locked. It relies on the index
// reports_open.
func settleReports(ctx context.Context, tx pgx.Tx, publication uuid.UUID, at time.Time) error {
	if _, err := tx.Exec(ctx, `UPDATE reports SET settled_at = $2 WHERE publication_id = $1 AND settled_at IS NULL`,
		publication, at); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE publications SET open_reports = 0 WHERE id = $1 AND open_reports > 0`, publication)
	return err
}

// Import records the site's own publication with its artwork, its event and the operator's act. If
// another one of the same intent was first, it returns that one and records nothing.
func (s *Store) Import(
	ctx context.Context, p publications.Publication, note string,
) (stored publications.Published, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		if err := addArtwork(ctx, tx, p.Artwork); err != nil {
			return nil, err
		}
		if stored, facts, err = publish(ctx, tx, p); err != nil {
			return nil, err
		}
		if stored.ID != p.ID {
			_, err := tx.Exec(ctx, `DELETE FROM artworks WHERE id = $1`, p.Artwork.ID)
			return nil, err
		}
		return facts, operator.RecordAct(ctx, tx, actImport, p.ID.String(), note)
	})
	return stored, err
}
