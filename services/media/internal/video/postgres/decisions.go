package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/decisions"
)

// shownDecisions is what makers see.
var shownDecisions = moderation.NewTable("video_decisions", "video_id")

// ApplyDecision hides, removes or restores a shared video as the moderation service decided, inside
// the transaction of the event, and records what its maker sees. It returns the event that the video
// is hidden or public. It relies on the primary key.
func (s *Store) ApplyDecision(
	ctx context.Context, tx pgx.Tx, d decisions.Decision,
) (decisions.Outcome, []events.Event, error) {
	_, err := database.QueryRow(ctx, tx, videos.ErrVideoNotFound, rowToVideo, selectVideo+
		` WHERE id = $1 AND shared_at IS NOT NULL AND withdrawn_at IS NULL FOR NO KEY UPDATE`, d.Subject)
	if errors.Is(err, videos.ErrVideoNotFound) {
		return decisions.OutcomeNotFound, nil, nil
	}
	if err == nil {
		err = shownDecisions.RecordDecision(ctx, tx, d)
	}
	if err == nil {
		err = setHidden(ctx, tx, d)
	}
	if err != nil {
		return "", nil, err
	}
	facts, err := decisionEvents(ctx, d)
	return decisions.OutcomeApplied, facts, err
}

// decisionEvents returns the event of a decision that hides or restores a video.
func decisionEvents(ctx context.Context, d decisions.Decision) ([]events.Event, error) {
	switch d.Action {
	case decisions.ActionHide, decisions.ActionRemove:
		return events.One(hiddenEvent(ctx, d.Subject, d.Version, d.Time))
	case decisions.ActionRestore:
		return events.One(restoredEvent(ctx, d.Subject, d.Version, d.Time))
	default:
		return nil, nil
	}
}

// hiddenEvent returns the event that a decision hides a video.
func hiddenEvent(ctx context.Context, id uuid.UUID, version int, at time.Time) (events.Event, error) {
	return events.New(ctx, mediav1.TopicVideo, id.String(),
		&mediav1.VideoHidden{VideoId: id.String(), HideTime: timestamppb.New(at), Version: int32(version)})
}

// selectHidden relies on videos_hidden and on the primary key of decision_versions.
const selectHidden = `
SELECT id, version, hidden_at FROM videos JOIN decision_versions ON (kind, subject) = ($1, id)
WHERE hidden_at IS NOT NULL AND withdrawn_at IS NULL ORDER BY id FOR NO KEY UPDATE OF videos`

// PublishHidden publishes again that the videos are hidden which are: a release that published no
// such events may have hidden them. A repeat changes nothing.
func (s *Store) PublishHidden(ctx context.Context) error {
	return s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		rows, err := tx.Query(ctx, selectHidden, decisions.KindVideo)
		if err != nil {
			return nil, err
		}
		var id uuid.UUID
		var version int
		var at time.Time
		_, err = pgx.ForEachRow(rows, []any{&id, &version, &at}, func() error {
			event, err := hiddenEvent(ctx, id, version, at)
			facts = append(facts, event)
			return err
		})
		return facts, err
	})
}

// setHidden makes a video hidden, from the first decision on that hides it, or public.
func setHidden(ctx context.Context, tx pgx.Tx, d decisions.Decision) (err error) {
	switch d.Action {
	case decisions.ActionHide, decisions.ActionRemove:
		_, err = tx.Exec(ctx, `UPDATE videos SET hidden_at = coalesce(hidden_at, $2), 
			hidden_automatically_at = CASE WHEN $3 THEN $2::timestamptz END
			WHERE id = $1`, d.Subject, database.Time(d.Time), d.Automatic)
	case decisions.ActionRestore:
		_, err = tx.Exec(ctx, `UPDATE videos SET hidden_at = NULL WHERE id = $1`, d.Subject)
	case decisions.ActionLeave:
	}
	return err
}

// Hidden returns the ids of all hidden videos. It relies on videos_hidden.
func (s *Store) Hidden(ctx context.Context) ([]string, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowTo[string], `SELECT id::text FROM videos WHERE hidden_at IS NOT NULL`)
}

// MayShare reports whether no decision hides a video, or another of its visitor with the same text,
// or has removed anybody's with the same text. It relies on videos_hidden.
func (s *Store) MayShare(ctx context.Context, v videos.Video) (yes bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT NOT EXISTS (
		SELECT FROM videos LEFT JOIN video_decisions ON video_id = id
		WHERE hidden_at IS NOT NULL AND md5(description) = md5($1) AND (visitor = $2 OR removed_at IS NOT NULL))`,
		v.Description, v.Visitor).Scan(&yes)
	return yes, database.Fault(err)
}

// Moderated returns what the maker of a shared video sees of decisions. Others see none of a public
// one; else it returns videos.ErrVideoNotFound. It relies on the primary keys.
func (s *Store) Moderated(ctx context.Context, id uuid.UUID, caller moderation.Owner) (moderation.State, error) {
	return database.QueryRow(ctx, s.pool, videos.ErrVideoNotFound, pgx.RowToStructByName[moderation.State], `
		SELECT v.hidden_at AS hidden, v.hidden_at IS NOT NULL AND d.removed_at IS NOT NULL AS removed, `+
		moderation.SelectDecision+`
		FROM videos v CROSS JOIN LATERAL (SELECT v.visitor = $2 OR coalesce(v.account = nullif($3, ''), false) AS own) caller
			LEFT JOIN video_decisions d ON d.video_id = v.id AND own
		WHERE v.id = $1 AND v.shared_at IS NOT NULL AND v.withdrawn_at IS NULL AND (own OR v.hidden_at IS NULL)`, id,
		caller.Visitor, caller.Account)
}

// RecordAppeal records the maker's appeal, unless there is one.
func (s *Store) RecordAppeal(ctx context.Context, id uuid.UUID, text string, now time.Time) error {
	return shownDecisions.RecordAppeal(ctx, s.pool, id, text, now)
}
