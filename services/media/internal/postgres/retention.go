package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/media"
)

// passTime bounds one pass; what is left is for the next one.
const passTime = 2 * time.Minute

// Retention implements media.Expirer. One that runs goes on where a pass of its own was cut.
type Retention struct {
	pool           *pgxpool.Pool
	jobs, speeches place
}

// NewRetention makes the retention of the service's pool.
func NewRetention(pool *pgxpool.Pool) *Retention { return &Retention{pool: pool} }

// These rely on jobs_origins, job_lanes_age, reports_lane and reports_settled.
var (
	forgetOrigins     = database.UpdateOldest("jobs", "lane = ''", "finished_at", "finished_at < $1 AND lane <> ''")
	forgetJobLanes    = database.DeleteOldest("job_lanes", "served_at", "served_at < $1")
	forgetReportLanes = database.UpdateOldest("reports", "lane = ''", "created_at", "created_at < $1 AND lane <> ''")
	forgetNotes       = database.UpdateOldest("reports", "note = ''", "settled_at", "settled_at < $1 AND note <> ''")
)

// Expire forgets what is due, in bounded steps, and has the bytes of that deleted.
func (r *Retention) Expire(ctx context.Context, before media.Due) error {
	return database.InSteps(ctx, passTime,
		r.expireArtworks(before.Unshared),
		r.expireVideos(before.Unshared),
		r.jobs.walk(r.pool, "jobs", "finished_at", before.Unshared, forgetJobs),
		r.speeches.walk(r.pool, "speeches", "created_at", before.Unshared, forgetSpeeches),
		database.Batch(r.pool, forgetOrigins, before.Unshared),
		database.Batch(r.pool, forgetJobLanes, before.Unshared),
		database.Batch(r.pool, forgetReportLanes, before.Lanes),
		database.Batch(r.pool, forgetNotes, before.Notes))
}

// lockOldArtworks locks the oldest artworks that were not looked at yet. It relies on artworks_due.
var lockOldArtworks = fmt.Sprintf(`SELECT id FROM artworks WHERE created_at < $1 AND NOT kept ORDER BY created_at LIMIT %d FOR UPDATE SKIP LOCKED`,
	database.BatchSize)

// expireLockedArtworks marks those that were published as kept for good, because nothing unpublishes them, and forgets the others. It is a
// statement of its own, because only one that begins after the lock sees every publication. It relies on publications_artwork.
const expireLockedArtworks = `
WITH published AS (
	SELECT DISTINCT artwork_id AS id FROM publications WHERE artwork_id = ANY($1)
), marked AS (
	UPDATE artworks SET kept = true WHERE id = ANY(ARRAY(SELECT id FROM published))
), forgotten AS (
	DELETE FROM artworks WHERE id = ANY(ARRAY(SELECT unnest($1::uuid[]) EXCEPT SELECT id FROM published)) RETURNING object_name
)
INSERT INTO object_deletions (object_name, withdrawn) SELECT object_name, false FROM forgotten ON CONFLICT DO NOTHING`

func (r *Retention) expireArtworks(before time.Time) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = database.InTx(ctx, r.pool, func(tx pgx.Tx) error {
			old, err := database.Rows(ctx, tx, pgx.RowTo[uuid.UUID], lockOldArtworks, before)
			if err != nil {
				return err
			}
			more = len(old) == database.BatchSize
			_, err = tx.Exec(ctx, expireLockedArtworks, old)
			return err
		})
		return more, database.Fault(err)
	}
}

// deleteUnsharedVideos relies on videos_unshared.
var deleteUnsharedVideos = database.DeleteOldest("videos", "created_at", "shared_at IS NULL AND created_at < $1") + ` RETURNING id`

func (r *Retention) expireVideos(before time.Time) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = database.InTx(ctx, r.pool, func(tx pgx.Tx) error {
			forgotten, err := database.Rows(ctx, tx, pgx.RowTo[uuid.UUID], deleteUnsharedVideos, before)
			if err != nil {
				return err
			}
			more = len(forgotten) == database.BatchSize
			var names []string
			for _, id := range forgotten {
				v := media.Video{ID: id}
				names = append(names, v.ObjectName(), v.PosterName())
			}
			return deleteObjects(ctx, tx, false, names)
		})
		return more, database.Fault(err)
	}
}
