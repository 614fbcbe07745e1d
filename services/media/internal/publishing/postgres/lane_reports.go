package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

const actDismissLane = "dismiss-lane-reports"

// These rely on reports_open_lane. The publications are locked first and in order, as each report
// locks its own.
const (
	lockLanePublications = `
SELECT id FROM publications WHERE id = ANY(ARRAY(
    SELECT publication_id FROM reports WHERE lane = $1 AND lane <> '' AND settled_at IS NULL ORDER BY publication_id LIMIT $2
)) ORDER BY id FOR NO KEY UPDATE`

	settleLaneReports = `
WITH settled AS (
    UPDATE reports SET settled_at = $3 WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM reports WHERE lane = $1 AND lane <> '' AND settled_at IS NULL AND publication_id = ANY($4) LIMIT $2))
    RETURNING publication_id
), changed AS (
    UPDATE publications SET open_reports = open_reports - n
    FROM (SELECT publication_id, count(*) AS n FROM settled GROUP BY publication_id) s WHERE id = publication_id
)
SELECT count(*) FROM settled`

	countLaneReports = `SELECT count(*) FROM reports WHERE lane = $1 AND lane <> '' AND settled_at IS NULL`
)

// DismissLane closes up to publications.MaxDismissed open reports that came from a lane and records
// the operator's act, which says how many but not from where: lanes are not kept for so long.
func (s *Store) DismissLane(
	ctx context.Context, lane, note string, now time.Time,
) (done publications.DismissedReports, err error) {
	err = database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		locked, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], lockLanePublications, lane,
			publications.MaxDismissed)
		if err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, settleLaneReports, lane, publications.MaxDismissed, databaseTime(now),
			locked).Scan(&done.Dismissed); err != nil {
			return err
		}
		if done.Dismissed == 0 {
			return publications.ErrNoLaneReports
		}
		if err := tx.QueryRow(ctx, countLaneReports, lane).Scan(&done.Remaining); err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, actDismissLane, fmt.Sprint(done.Dismissed), note)
	})
	return done, database.Fault(err)
}
