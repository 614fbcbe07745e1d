package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

// Report stores a device's first report of a public publication, and hides the publication when
// enough lanes have an open one that counts, unless an operator cleared it. The row of the
// publication is locked, so that of any number of racing reports one hides it.
func (s *Store) Report(ctx context.Context, r publications.Report, enough int, now time.Time) (hidden bool, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		hidden = false
		p, err := lockPublication(ctx, tx, r.Publication, publications.ErrNotPublic)
		if err != nil {
			return nil, err
		}
		if p.Withdrawn != nil {
			return nil, isRepeated(ctx, tx, r)
		}
		added, err := tx.Exec(ctx,
			`INSERT INTO reports (publication_id, visitor, reason, note, created_at, lane, counts)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT ON CONSTRAINT reports_once DO NOTHING`,
			r.Publication, r.Visitor, r.Reason, r.Note, now, r.Lane, r.Counts)
		if err != nil || added.RowsAffected() == 0 {
			return nil, err
		}
		if _, err := tx.Exec(ctx, `UPDATE publications SET open_reports = open_reports + 1 WHERE id = $1`,
			p.ID); err != nil || p.Cleared {
			return nil, err
		}
		var lanes int
		if err := tx.QueryRow(ctx, countLanes, p.ID).Scan(&lanes); err != nil || lanes < enough {
			return nil, err
		}
		hidden = true
		event, err := p.withdraw(ctx, tx, publications.HiddenByReports, databaseTime(now))
		return []events.Event{event}, err
	})
	return hidden, err
}

// countLanes counts the networks with open reports of a publication. Reports without a lane, those
// of the previous release and those whose lane was deleted, count as one. It relies on the index
// reports_open.
const countLanes = `SELECT count(DISTINCT lane) FROM reports WHERE publication_id = $1 AND settled_at IS NULL AND counts`

// isRepeated handles a report of a publication that is not public: a device that reported it before
// gets the same response as then.
func isRepeated(ctx context.Context, tx pgx.Tx, r publications.Report) error {
	_, err := database.QueryRow(ctx, tx, publications.ErrNotPublic, pgx.RowTo[int],
		`SELECT 1 FROM reports WHERE publication_id = $1 AND visitor = $2`, r.Publication, r.Visitor)
	return err
}

// Hidden returns the id of every publication that is hidden, except by its visitor. It relies on
// the index publications_hidden.
func (s *Store) Hidden(ctx context.Context) ([]string, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowTo[string],
		`SELECT id::text FROM publications WHERE hidden_by IS NOT NULL`)
}
