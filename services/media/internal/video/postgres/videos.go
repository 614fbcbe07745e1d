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
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/decisions"
)

const selectVideo = `SELECT ` + videoColumns + ` FROM videos`

const videoColumns = `id, visitor, sound, category, pfp, description, duration_ms, created_at, source,
	script_source, shared_at,
	coalesce(account, ''), handle, hidden_at`

// scanVideo also scans columns after those of a video.
func scanVideo(row pgx.CollectableRow, more ...any) (videos.Video, error) {
	var v videos.Video
	var ms int64
	err := row.Scan(append([]any{&v.ID, &v.Visitor, &v.Sound, &v.Category, &v.PFP, &v.Description, &ms, &v.Created,
		&v.Source, &v.ScriptSource, &v.Shared, &v.Account, &v.Handle, &v.Hidden}, more...)...)
	v.Duration = time.Duration(ms) * time.Millisecond
	return v, err
}

// rowToVideo scans a video alone.
func rowToVideo(row pgx.CollectableRow) (videos.Video, error) { return scanVideo(row) }

// Video returns a succeeded video by its primary key, or videos.ErrVideoNotFound.
func (s *Store) Video(ctx context.Context, id uuid.UUID) (videos.Video, error) {
	return database.QueryRow(ctx, s.pool, videos.ErrVideoNotFound, rowToVideo, selectVideo+` WHERE id = $1`, id)
}

// AddVideo records a video unless it exists.
func (s *Store) AddVideo(ctx context.Context, v videos.Video) error {
	_, err := s.pool.Exec(ctx,
		`INSERT INTO videos (id, visitor, sound, category, pfp, description, duration_ms, created_at, source, script_source)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING`,
		v.ID, v.Visitor, v.Sound, v.Category, v.PFP, v.Description, v.Duration.Milliseconds(), v.Created, v.Source,
		v.ScriptSource)
	return database.Fault(err)
}

// Share makes a visitor's video public, together with its event, unless it is public, and returns
// it; or videos.ErrVideoNotFound. It relies on the primary key.
func (s *Store) Share(ctx context.Context, in videos.Sharing) (v videos.Video, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		v, err = database.QueryRow(ctx, tx, videos.ErrVideoNotFound, rowToVideo, selectVideo+
			` WHERE id = $1 AND visitor = $2 FOR NO KEY UPDATE`, in.ID, in.Visitor)
		if err != nil || v.Shared != nil {
			return nil, err
		}
		at := database.Time(in.Time)
		if _, err := tx.Exec(ctx,
			`UPDATE videos SET shared_at = $2, lane = $3, account = nullif($4, ''), handle = $5 WHERE id = $1`, in.ID, at,
			in.Lane, in.Account, in.Handle); err != nil {
			return nil, err
		}
		v.Shared, v.Account, v.Handle = &at, in.Account, in.Handle
		return events.One(sharedEvent(ctx, v))
	})
	return v, err
}

// sharedEvent returns the event that a video was shared.
func sharedEvent(ctx context.Context, v videos.Video) (events.Event, error) {
	fact := &mediav1.VideoShared{
		VideoId: v.ID.String(), ObjectName: v.ObjectName(), CaptionsObjectName: v.CaptionsName(),
		PosterObjectName: v.PosterName(),
		Title:            videos.VideoTitle, Description: v.Description, Duration: durationpb.New(v.Duration),
		Category: v.Category, Pfp: v.PFP,
		VisitorId: v.Visitor, ShareTime: timestamppb.New(*v.Shared),
		Source: string(v.MadeBy()), ScriptSource: string(v.ScriptSource), Handle: v.Handle,
	}
	if v.Handle != "" { // galleries learn whose it is only of those who say so
		fact.Account = v.Account
	}
	return events.New(ctx, mediav1.TopicVideo, v.ID.String(), fact)
}

const actRemove = "remove-video"

// RemoveVideo deletes a shared video and schedules the deletion of its bytes, together with its
// event and the operator's act, and returns it; or videos.ErrVideoNotFound. It relies on the
// primary key.
func (s *Store) RemoveVideo(ctx context.Context, id uuid.UUID, note string, now time.Time) (v videos.Video, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		v, err = database.QueryRow(ctx, tx, videos.ErrVideoNotFound, rowToVideo, selectVideo+
			` WHERE id = $1 AND shared_at IS NOT NULL FOR UPDATE`, id)
		if err != nil {
			return nil, err
		}
		facts, err := deleteShared(ctx, tx, v, now)
		if err != nil {
			return nil, err
		}
		return facts, operator.RecordAct(ctx, tx, actRemove, id.String(), note)
	})
	return v, err
}

// RemoveMissing removes a shared video as Withdraw does, together with the operator's act; or returns
// videos.ErrVideoNotFound. It relies on the primary key.
func (s *Store) RemoveMissing(ctx context.Context, id uuid.UUID, note string, now time.Time) error {
	return s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		v, err := database.QueryRow(ctx, tx, videos.ErrVideoNotFound, rowToVideo, selectVideo+
			` WHERE id = $1 AND shared_at IS NOT NULL AND withdrawn_at IS NULL FOR UPDATE`, id)
		if err != nil {
			return nil, err
		}
		facts, err := withdrawShared(ctx, tx, v, now)
		if err != nil {
			return nil, err
		}
		return facts, operator.RecordAct(ctx, tx, actRemove, id.String(), note)
	})
}

// deleteShared deletes a shared video with what was decided about it, and ends it as endShared does.
func deleteShared(ctx context.Context, tx pgx.Tx, v videos.Video, now time.Time) ([]events.Event, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM videos WHERE id = $1`, v.ID); err != nil {
		return nil, err
	}
	return endShared(ctx, tx, v, now)
}

// endShared schedules the deletion of a shared video's bytes, tells the moderation service that it is
// gone, and returns the event.
func endShared(ctx context.Context, tx pgx.Tx, v videos.Video, now time.Time) ([]events.Event, error) {
	if err := deletion.ScheduleDeletion(ctx, tx, true, v.SharedObjects()); err != nil {
		return nil, err
	}
	if err := decisions.RecordGone(ctx, tx, decisions.KindVideo, v.ID); err != nil {
		return nil, err
	}
	return events.One(events.New(ctx, mediav1.TopicVideo, v.ID.String(),
		&mediav1.VideoRemoved{VideoId: v.ID.String(), RemoveTime: timestamppb.New(now)}))
}

// Kept returns those of the ids that belong to a speech, a video or a template in use, by their
// primary keys and the index speeches_sound.
func (s *Store) Kept(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowTo[uuid.UUID], `SELECT sound FROM speeches WHERE sound = ANY($1)
		UNION ALL SELECT id FROM videos WHERE id = ANY($1)
		UNION ALL SELECT id FROM bictok_videos WHERE id = ANY($1) AND removed_at IS NULL`, ids)
}
