package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/video/videos"
)

// passTimeout limits one pass; the next one continues.
const passTimeout = 2 * time.Minute

// How long data is kept that was never public, or is not any more.
const (
	keepUnshared = 7 * 24 * time.Hour // of speech without a video of its visitor, and videos that were never shared
	// removedRetention is for how long a removed video may come back by an appeal, and the text of a hidden
	// one that its maker withdrew is not shared again.
	removedRetention = 30 * 24 * time.Hour
	appealRetention  = 365 * 24 * time.Hour
	laneRetention    = 7 * 24 * time.Hour // networks of shared videos: hashes of the addresses' prefixes
)

// Retention deletes old speech, videos, networks, and the texts of appeals. A pass continues where this
// process's former one was cut off.
type Retention struct {
	pool     *pgxpool.Pool
	relay    *events.Relay
	jobs     *jobs.Sweeper
	speeches *database.Walk // relies on speeches_age
}

// NewRetention returns the retention on the service's pool; the relay publishes its events.
func NewRetention(pool *pgxpool.Pool, relay *events.Relay) *Retention {
	return &Retention{pool, relay, jobs.NewSweeper(pool, filmed), database.NewWalk(pool, "speeches", "created_at")}
}

// Expire deletes what is due, in limited steps, and schedules the deletion of its bytes.
func (r *Retention) Expire(ctx context.Context, now time.Time) error {
	unshared, removed := now.Add(-keepUnshared), now.Add(-removedRetention)
	steps := append([]database.Step{
		r.expireVideos(unshared), r.expireRemoved(removed),
		database.BatchStep(r.pool, deleteWithdrawn, removed),
		database.BatchStep(r.pool, blankLanes, now.Add(-laneRetention)),
		database.BatchStep(r.pool, shownDecisions.BlankAppeals, now.Add(-appealRetention)),
	}, r.jobs.Steps(unshared, unshared)...)
	return database.RunSteps(ctx, passTimeout, append(steps, r.speeches.Step(unshared, deleteUnsharedSpeeches))...)
}

// deleteWithdrawn relies on videos_withdrawn.
var deleteWithdrawn = database.DeleteOldestSQL("videos", "withdrawn_at", "withdrawn_at < $1")

// blankLanes relies on videos_lanes.
var blankLanes = database.UpdateOldestSQL("videos", "lane = ''", "shared_at", "shared_at < $1 AND lane <> ''")

// expireRemoved makes removals final: nothing is left of the video.
func (r *Retention) expireRemoved(before time.Time) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = r.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
			due, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], shownDecisions.LockRemoved, before)
			if err != nil {
				return nil, err
			}
			// A decision that is being applied has its video locked, and waits for what is locked here.
			final, err := database.QueryRows(ctx, tx, rowToVideo, selectVideo+
				` WHERE id = ANY($1) FOR UPDATE SKIP LOCKED`, due)
			if err != nil {
				return nil, err
			}
			for _, v := range final {
				removed, err := deleteShared(ctx, tx, v, time.Now())
				if err != nil {
					return nil, err
				}
				facts = append(facts, removed...)
			}
			more = len(facts) == database.BatchSize
			return facts, nil
		})
		return more, database.Fault(err)
	}
}

// deleteUnsharedVideos relies on videos_unshared.
var deleteUnsharedVideos = database.DeleteOldestSQL("videos", "created_at", "shared_at IS NULL AND created_at < $1") +
	` RETURNING id`

func (r *Retention) expireVideos(before time.Time) database.Step {
	return func(ctx context.Context) (more bool, err error) {
		err = database.InTx(ctx, r.pool, func(tx pgx.Tx) error {
			forgotten, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], deleteUnsharedVideos, before)
			if err != nil {
				return err
			}
			more = len(forgotten) == database.BatchSize
			var names []string
			for _, id := range forgotten {
				v := videos.Video{ID: id}
				names = append(names, v.ObjectName(), v.PosterName(), v.CaptionsName())
			}
			return deletion.ScheduleDeletion(ctx, tx, false, names)
		})
		return more, database.Fault(err)
	}
}

// filmed returns the jobs that have a video, which is shown with its job's data.
func filmed(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) ([]uuid.UUID, error) {
	return database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], `SELECT id FROM videos WHERE id = ANY($1)`, ids)
}

// deleteUnsharedSpeeches deletes speeches without a shared video of their visitor or an open job for one,
// and schedules the deletion of sounds without any speech. Only a statement after the first one can
// tell: it sees a copy that was made while the first one waited for its source. It relies on
// videos_sound and speeches_sound.
func deleteUnsharedSpeeches(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error {
	orders, err := videos.KindVideo.OpenInputs(ctx, tx)
	if err != nil {
		return err
	}
	ordered := make([]uuid.UUID, len(orders))
	for i, order := range orders {
		ordered[i] = order.Speech
	}
	sounds, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID],
		`DELETE FROM speeches WHERE id = ANY($1) AND id <> ALL($2)
		AND NOT EXISTS (SELECT FROM videos WHERE videos.sound = speeches.sound AND videos.visitor = speeches.visitor AND shared_at IS NOT NULL AND withdrawn_at IS NULL)
		RETURNING sound`, ids, ordered)
	if err != nil {
		return err
	}
	silent, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID],
		`SELECT DISTINCT sound FROM unnest($1::uuid[]) AS given(sound) WHERE NOT EXISTS (SELECT FROM speeches WHERE speeches.sound = given.sound)`, sounds)
	if err != nil {
		return err
	}
	var names []string
	for _, sound := range silent {
		s := videos.Speech{Sound: sound}
		names = append(names, s.ObjectName(), s.CaptionsName())
	}
	return deletion.ScheduleDeletion(ctx, tx, false, names)
}
