package postgres

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/decisions"
)

// selectShown reads what visitors see of a publication.
const selectShown = `
SELECT p.id, p.object_name, p.visitor, coalesce(p.account, '') AS account, p.overlays, coalesce(p.caption, '') AS caption,
	coalesce(p.signature, '') AS signature, a.action, a.scene, a.style`

// Shown returns what visitors see of a public publication, or publications.ErrNotPublic. It relies
// on the primary keys.
func (s *Store) Shown(ctx context.Context, id uuid.UUID) (publications.Shown, error) {
	return database.QueryRow(ctx, s.pool, publications.ErrNotPublic, pgx.RowToStructByName[publications.Shown],
		selectShown+` FROM publications p JOIN artworks a ON a.id = artwork_id WHERE p.id = $1 AND withdrawn_at IS NULL`, id)
}

// ShownOrHidden returns the same of a publication that is hidden, too, or
// publications.ErrPublicationNotFound. It relies on the primary keys.
func (s *Store) ShownOrHidden(ctx context.Context, id uuid.UUID) (publications.Shown, error) {
	return database.QueryRow(ctx, s.pool, publications.ErrPublicationNotFound,
		pgx.RowToStructByName[publications.Shown], selectShown+`
		FROM publications p JOIN artworks a ON a.id = artwork_id
		WHERE p.id = $1 AND (withdrawn_at IS NULL OR hidden_by IS NOT NULL)`, id)
}

// selectUnimported relies on the partial indexes publications_reported, publications_hidden and
// publications_cleared, and for the reports on reports_open.
const selectUnimported = `
WITH due AS (
    SELECT id FROM publications WHERE open_reports > 0 AND id > $1
    UNION
    SELECT id FROM publications p WHERE hidden_by IN ('operator', 'reports') AND id > $1
        AND NOT EXISTS (SELECT FROM decision_versions WHERE kind = $3 AND subject = p.id AND version > 0)
    UNION
    SELECT id FROM publications p WHERE cleared_at IS NOT NULL AND (withdrawn_at IS NULL OR hidden_by IS NOT NULL) AND id > $1
        AND NOT EXISTS (SELECT FROM decision_versions WHERE kind = $3 AND subject = p.id)
    ORDER BY id LIMIT $2
)` + selectShown + `, hidden_by IS NOT NULL AS hidden, cleared_at IS NOT NULL AS cleared,
    picture_check = 'flagged' AND coalesce(hidden_by = 'reports', false) AS flagged, picture_finding AS finding,
    CASE WHEN hidden_by = 'operator' THEN 'unknown' ELSE '' END AS hidden_by,
    (SELECT coalesce(json_agg(one), '[]') FROM (
        SELECT reason AS "Reason", note AS "Note", visitor AS "Device", lane AS "Lane", counts AS "Settled", created_at AS "Created"
        FROM reports WHERE publication_id = p.id AND settled_at IS NULL ORDER BY created_at DESC LIMIT $4
    ) one) AS reports
FROM due JOIN publications p ON p.id = due.id JOIN artworks a ON a.id = artwork_id ORDER BY p.id`

// UnimportedCases returns up to n publications after an id, by id, with reports or decisions that
// the moderation service does not know.
func (s *Store) UnimportedCases(ctx context.Context, after uuid.UUID, n int) ([]publications.Unimported, error) {
	all, err := database.QueryRows(ctx, s.pool, pgx.RowToStructByName[publications.Unimported], selectUnimported, after,
		n, decisions.KindPicture, cases.MaxImported)
	if err != nil {
		return nil, err
	}
	for i, u := range all {
		if u.HiddenBy == "" {
			continue
		}
		name, err := operator.FindLast(ctx, s.pool, actHide, u.ID.String())
		if err != nil {
			return nil, err
		}
		all[i].HiddenBy = cmp.Or(name, u.HiddenBy)
	}
	return all, nil
}

// FinishImport closes the reports that were sent and records that the moderation service knows the
// publication.
func (s *Store) FinishImport(ctx context.Context, u publications.Unimported, version int, now time.Time) error {
	devices := make([]string, len(u.Reports))
	for i, r := range u.Reports {
		devices[i] = r.Device
	}
	err := database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := lockPublication(ctx, tx, u.ID, publications.ErrNoPublication); err != nil {
			return err
		}
		settled, err := tx.Exec(ctx, `UPDATE reports SET settled_at = $3
			WHERE publication_id = $1 AND visitor = ANY($2) AND settled_at IS NULL`, u.ID, devices, database.Time(now))
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE publications SET open_reports = greatest(open_reports - $2, 0) WHERE id = $1`,
			u.ID, settled.RowsAffected()); err != nil {
			return err
		}
		// The first decision alone may be the import's own. A later one comes as an event, which must not
		// look applied.
		_, err = decisions.RecordVersion(ctx, tx, decisions.KindPicture, u.ID, min(version, 1))
		return err
	})
	return database.Fault(err)
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

// selectHidden relies on the index publications_hidden.
const selectHidden = `SELECT id::text FROM publications WHERE hidden_by IS NOT NULL`

// Hidden returns the id of every publication that is hidden, except by its visitor.
func (s *Store) Hidden(ctx context.Context) ([]string, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowTo[string], selectHidden)
}
