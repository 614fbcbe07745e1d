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
		r.artworks(before.Unshared),
		r.videos(before.Unshared),
		r.jobs.walk(r.pool, "jobs", "finished_at", before.Unshared, forgetJobsOf),
		r.speeches.walk(r.pool, "speeches", "created_at", before.Unshared, forgetSpeeches),
		database.Batch(r.pool, forgetOrigins, before.Unshared),
		database.Batch(r.pool, forgetJobLanes, before.Unshared),
		database.Batch(r.pool, forgetReportLanes, before.Lanes),
		database.Batch(r.pool, forgetNotes, before.Notes))
}

// expireArtworks looks at the oldest artworks that were not looked at yet: one that was published is kept for good, and marked, because
// nothing unpublishes it; any other is forgotten. It relies on artworks_due and publications_artwork.
var expireArtworks = fmt.Sprintf(`
WITH old AS (
	SELECT id FROM artworks WHERE created_at < $1 AND NOT kept ORDER BY created_at LIMIT %d FOR UPDATE SKIP LOCKED
), published AS (
	SELECT DISTINCT artwork_id AS id FROM publications WHERE artwork_id = ANY(ARRAY(SELECT id FROM old))
), marked AS (
	UPDATE artworks SET kept = true WHERE id = ANY(ARRAY(SELECT id FROM published))
), forgotten AS (
	DELETE FROM artworks WHERE id = ANY(ARRAY(SELECT id FROM old EXCEPT SELECT id FROM published)) RETURNING object_name
), deletions AS (
	INSERT INTO object_deletions (object_name, withdrawn) SELECT object_name, false FROM forgotten ON CONFLICT DO NOTHING
)
SELECT count(*) = %[1]d FROM old`, database.BatchSize)

func (r *Retention) artworks(before time.Time) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = r.pool.QueryRow(ctx, expireArtworks, before).Scan(&more)
		return more, database.Fault(err)
	}
}

// expireVideos relies on videos_unshared.
var expireVideos = database.DeleteOldest("videos", "created_at", "shared_at IS NULL AND created_at < $1") + ` RETURNING id`

func (r *Retention) videos(before time.Time) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = database.InTx(ctx, r.pool, func(tx pgx.Tx) error {
			forgotten, err := database.Rows(ctx, tx, pgx.RowTo[uuid.UUID], expireVideos, before)
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
