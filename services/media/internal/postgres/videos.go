package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/media"
)

const selectVideo = `SELECT id, visitor, sound, category, pfp, description, duration_ms, created_at, source, shared_at FROM videos`

func scanVideo(row pgx.CollectableRow) (media.Video, error) {
	var v media.Video
	var ms int64
	err := row.Scan(&v.ID, &v.Visitor, &v.Sound, &v.Category, &v.PFP, &v.Description, &ms, &v.Created, &v.Source, &v.Shared)
	v.Duration = time.Duration(ms) * time.Millisecond
	return v, err
}

// Video gives a video that is done by its primary key, or media.ErrVideoNotFound.
func (s *Store) Video(ctx context.Context, id uuid.UUID) (media.Video, error) {
	return database.Row(ctx, s.pool, media.ErrVideoNotFound, scanVideo, selectVideo+` WHERE id = $1`, id)
}

// AddVideo records a video unless it is there.
func (s *Store) AddVideo(ctx context.Context, v media.Video) error {
	_, err := s.pool.Exec(ctx, `INSERT INTO videos (id, visitor, sound, category, pfp, description, duration_ms, created_at, source)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
		v.ID, v.Visitor, v.Sound, v.Category, v.PFP, v.Description, v.Duration.Milliseconds(), v.Created, v.Source)
	return database.Fault(err)
}

// Share makes a visitor's video public, together with the event that tells of it, unless it is, and gives it; or
// media.ErrVideoNotFound. It relies on the primary key.
func (s *Store) Share(ctx context.Context, id uuid.UUID, visitor string, now time.Time) (v media.Video, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		v, err = database.Row(ctx, tx, media.ErrVideoNotFound, scanVideo, selectVideo+` WHERE id = $1 AND visitor = $2 FOR NO KEY UPDATE`, id, visitor)
		if err != nil || v.Shared != nil {
			return nil, err
		}
		at := now.UTC().Truncate(time.Microsecond)
		if _, err := tx.Exec(ctx, `UPDATE videos SET shared_at = $2 WHERE id = $1`, id, at); err != nil {
			return nil, err
		}
		v.Shared = &at
		event, err := sharedFact(ctx, v)
		return []events.Event{event}, err
	})
	return v, err
}

// sharedFact tells the world of a video.
func sharedFact(ctx context.Context, v media.Video) (events.Event, error) {
	return events.New(ctx, mediav1.TopicVideo, v.ID.String(), &mediav1.VideoShared{
		VideoId: v.ID.String(), ObjectName: v.ObjectName(), CaptionsObjectName: v.CaptionsName(), PosterObjectName: v.PosterName(),
		Title: media.VideoTitle, Description: v.Description, Duration: durationpb.New(v.Duration), Category: v.Category, Pfp: v.PFP,
		VisitorId: v.Visitor, ShareTime: timestamppb.New(*v.Shared),
	})
}

// RemoveVideo forgets a video that was shared, together with the event that tells of it and the act of the operator, once discard has
// removed its bytes; or it is media.ErrVideoNotFound. It relies on the primary key.
func (s *Store) RemoveVideo(ctx context.Context, id uuid.UUID, note string, now time.Time, discard func(media.Video) error) error {
	return s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		v, err := database.Row(ctx, tx, media.ErrVideoNotFound, scanVideo, selectVideo+` WHERE id = $1 AND shared_at IS NOT NULL FOR UPDATE`, id)
		if err != nil {
			return nil, err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM videos WHERE id = $1`, id); err != nil {
			return nil, err
		}
		if err := operator.Record(ctx, tx, "remove-video", id.String(), note); err != nil {
			return nil, err
		}
		event, err := events.New(ctx, mediav1.TopicVideo, id.String(), &mediav1.VideoRemoved{VideoId: id.String(), RemoveTime: timestamppb.New(now)})
		if err != nil {
			return nil, err
		}
		return []events.Event{event}, discard(v)
	})
}

// Expire forgets videos that were never shared, the jobs that made them or did not, where the other jobs came from, and speech that no
// video of its visitor has any more, all from before a time. Their bytes go with the sweep of objects. It relies on videos_unshared,
// jobs_ended, speeches_age and videos_sound.
func (s *Store) Expire(ctx context.Context, before time.Time) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		for _, statement := range []string{
			`DELETE FROM artworks WHERE created_at < $1 AND NOT EXISTS (SELECT FROM publications WHERE artwork_id = artworks.id)`,
			`DELETE FROM videos WHERE shared_at IS NULL AND created_at < $1`,
			`DELETE FROM jobs WHERE finished_at < $1 AND NOT EXISTS (SELECT FROM videos WHERE videos.id = jobs.id)`,
			`UPDATE jobs SET lane = '' WHERE finished_at < $1 AND lane <> ''`,
			`DELETE FROM speeches WHERE created_at < $1
				AND NOT EXISTS (SELECT FROM videos WHERE videos.sound = speeches.sound AND videos.visitor = speeches.visitor)
				AND NOT EXISTS (SELECT FROM jobs WHERE state IN ('queued', 'running') AND input->>'speech' = speeches.id::text)`,
			`DELETE FROM job_lanes WHERE served_at < $1`,
		} {
			if _, err := tx.Exec(ctx, statement, before); err != nil {
				return err
			}
		}
		return nil
	}))
}
