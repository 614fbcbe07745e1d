package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/video/videos"
)

// passTime bounds one pass; what is left is for the next one.
const passTime = 2 * time.Minute

// Retention implements videos.Expirer. One that runs goes on where a pass of its own was cut.
type Retention struct {
	pool           *pgxpool.Pool
	jobs, speeches place
}

// NewRetention makes the retention of the service's pool.
func NewRetention(pool *pgxpool.Pool) *Retention { return &Retention{pool: pool} }

// These rely on jobs_origins and job_lanes_age.
var (
	forgetOrigins  = database.UpdateOldest("jobs", "lane = ''", "finished_at", "finished_at < $1 AND lane <> ''")
	forgetJobLanes = database.DeleteOldest("job_lanes", "served_at", "served_at < $1")
)

// Expire forgets what is due, in bounded steps, and has the bytes of that deleted.
func (r *Retention) Expire(ctx context.Context, before time.Time) error {
	return database.InSteps(ctx, passTime,
		r.expireVideos(before),
		r.jobs.walk(r.pool, "jobs", "finished_at", before, forgetJobs),
		r.speeches.walk(r.pool, "speeches", "created_at", before, forgetSpeeches),
		database.Batch(r.pool, forgetOrigins, before),
		database.Batch(r.pool, forgetJobLanes, before))
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
				v := videos.Video{ID: id}
				names = append(names, v.ObjectName(), v.PosterName())
			}
			return deletion.GiveUp(ctx, tx, false, names)
		})
		return more, database.Fault(err)
	}
}

// forgetJobs forgets jobs that have no video, or none any more.
func forgetJobs(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM jobs WHERE id = ANY($1) AND NOT EXISTS (SELECT FROM videos WHERE videos.id = jobs.id)`, ids)
	return err
}

// forgetSpeeches forgets speeches that no video of their visitor has and no open job is to make one of, and has the bytes deleted of sounds
// that no speech is left of. Only a statement after the first one knows those: a copy that was made while the first one waited for its
// source is there then. It relies on videos_sound, jobs_open and speeches_sound.
func forgetSpeeches(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error {
	sounds, err := database.Rows(ctx, tx, pgx.RowTo[uuid.UUID], `DELETE FROM speeches WHERE id = ANY($1)
		AND NOT EXISTS (SELECT FROM videos WHERE videos.sound = speeches.sound AND videos.visitor = speeches.visitor)
		AND NOT EXISTS (SELECT FROM jobs WHERE state IN ('queued', 'running') AND input->>'speech' = speeches.id::text)
		RETURNING sound`, ids)
	if err != nil {
		return err
	}
	silent, err := database.Rows(ctx, tx, pgx.RowTo[uuid.UUID],
		`SELECT DISTINCT sound FROM unnest($1::uuid[]) AS given(sound) WHERE NOT EXISTS (SELECT FROM speeches WHERE speeches.sound = given.sound)`, sounds)
	if err != nil {
		return err
	}
	var names []string
	for _, sound := range silent {
		s := videos.Speech{Sound: sound}
		names = append(names, s.ObjectName(), s.CaptionsName())
	}
	return deletion.GiveUp(ctx, tx, false, names)
}
