package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/decisions"
)

// passTimeout limits one pass; the next one continues.
const passTimeout = 2 * time.Minute

// Retention implements publications.Expirer.
type Retention struct {
	pool *pgxpool.Pool
}

// NewRetention returns the retention on the service's pool.
func NewRetention(pool *pgxpool.Pool) *Retention { return &Retention{pool: pool} }

// These rely on publications_lanes, reports_lane, reports_settled, publication_decisions_appeals and
// removed_pictures_age.
var (
	forgetRemovals = database.DeleteOldestSQL("removed_pictures", "removed_at", "removed_at < $1")

	blankLanes       = database.UpdateOldestSQL("publications", "lane = ''", "created_at", "created_at < $1 AND lane <> ''")
	blankReportLanes = database.UpdateOldestSQL("reports", "lane = ''", "created_at", "created_at < $1 AND lane <> ''")
	blankNotes       = database.UpdateOldestSQL("reports", "note = ''", "settled_at", "settled_at < $1 AND note <> ''")
	blankAppeals     = database.UpdateOldestSQL("publication_decisions", "appeal = '', answer = ''", "appealed_at",
		"appealed_at < $1 AND appeal <> ''")
)

// Expire deletes what is due, in limited steps, and schedules the deletion of its bytes.
func (r *Retention) Expire(ctx context.Context, before publications.Cutoffs) error {
	return database.RunSteps(ctx, passTimeout,
		r.expireArtworks(before.Unpublished),
		database.BatchStep(r.pool, blankLanes, before.Lanes),
		database.BatchStep(r.pool, blankReportLanes, before.Lanes),
		database.BatchStep(r.pool, blankNotes, before.Notes),
		r.expireRemoved(before.Removed),
		database.BatchStep(r.pool, blankAppeals, before.Appeals),
		database.BatchStep(r.pool, forgetRemovals, before.Remembered))
}

// lockOldArtworks locks the oldest artworks that were not checked yet. It relies on artworks_due.
var lockOldArtworks = fmt.Sprintf(`SELECT id FROM artworks WHERE created_at < $1 AND NOT kept ORDER BY created_at LIMIT %d FOR UPDATE SKIP LOCKED`,
	database.BatchSize)

// expireLockedArtworks marks published artworks as kept for good, because nothing unpublishes them,
// and deletes the others. It is a statement of its own, because only one that begins after the lock
// sees every publication. It relies on publications_artwork.
const expireLockedArtworks = `
WITH published AS (
	SELECT DISTINCT artwork_id AS id FROM publications WHERE artwork_id = ANY($1)
), marked AS (
	UPDATE artworks SET kept = true WHERE id = ANY(ARRAY(SELECT id FROM published))
)
DELETE FROM artworks WHERE id = ANY(ARRAY(SELECT unnest($1::uuid[]) EXCEPT SELECT id FROM published)) RETURNING object_name`

func (r *Retention) expireArtworks(before time.Time) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = database.InTx(ctx, r.pool, func(tx pgx.Tx) error {
			old, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], lockOldArtworks, before)
			if err != nil {
				return err
			}
			more = len(old) == database.BatchSize
			names, err := database.QueryRows(ctx, tx, pgx.RowTo[string], expireLockedArtworks, old)
			if err != nil {
				return err
			}
			return deletion.ScheduleDeletion(ctx, tx, false, names)
		})
		return more, database.Fault(err)
	}
}

// lockRemoved locks removed publications whose time is over, unless an appeal waits for its answer.
// It relies on publication_decisions_removed.
var lockRemoved = fmt.Sprintf(`SELECT publication_id FROM publication_decisions
	WHERE removed_at < $1 AND (appealed_at IS NULL OR answered_at IS NOT NULL)
	ORDER BY removed_at LIMIT %d FOR UPDATE SKIP LOCKED`, database.BatchSize)

// expireRemoved makes removals final: nothing restores a publication that is withdrawn without being
// hidden, and its bytes are deleted.
func (r *Retention) expireRemoved(before time.Time) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = database.InTx(ctx, r.pool, func(tx pgx.Tx) error {
			due, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], lockRemoved, before)
			if err != nil {
				return err
			}
			more = len(due) == database.BatchSize
			final, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID],
				`UPDATE publications SET hidden_by = NULL WHERE id = ANY($1) AND hidden_by = 'removed' RETURNING id`, due)
			if err != nil {
				return err
			}
			for _, id := range final {
				if err := decisions.RecordGone(ctx, tx, decisions.KindPicture, id); err != nil {
					return err
				}
			}
			_, err = tx.Exec(ctx, `UPDATE publication_decisions SET removed_at = NULL WHERE publication_id = ANY($1)`, due)
			return err
		})
		return more, database.Fault(err)
	}
}
