package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/decisions"
)

// Link assigns to the account what the device had shared at a time and has no account yet, inside the
// transaction of the event. It relies on videos_shared_of_visitor.
func Link(ctx context.Context, tx pgx.Tx, visitor, account string, at time.Time) error {
	_, err := tx.Exec(ctx,
		`UPDATE videos SET account = $2 WHERE visitor = $1 AND account IS NULL AND shared_at <= $3`, visitor, account, at)
	return err
}

// selectSharedBy uses one index for the device, videos_shared_of_visitor, and one for the account,
// videos_shared_of_account, so that any page costs the same; what both find is one entry.
const selectSharedBy = `
WITH own AS (
    (SELECT id FROM videos WHERE visitor = $1 AND shared_at IS NOT NULL AND withdrawn_at IS NULL AND (shared_at, id) < ($3, $4)
        ORDER BY shared_at DESC, id DESC LIMIT $5)
    UNION
    (SELECT id FROM videos WHERE account = $2 AND shared_at IS NOT NULL AND withdrawn_at IS NULL AND (shared_at, id) < ($3, $4)
        ORDER BY shared_at DESC, id DESC LIMIT $5)
)
SELECT ` + videoColumns + `, hidden_at IS NOT NULL AND removed_at IS NOT NULL, ` + moderation.SelectDecision + `
FROM own JOIN videos USING (id) LEFT JOIN video_decisions d ON d.video_id = id ORDER BY shared_at DESC, id DESC LIMIT $5`

// SharedBy returns up to n videos that an owner shared and did not withdraw, after the cursor, newest
// first.
func (s *Store) SharedBy(
	ctx context.Context, by moderation.Owner, after page.TimeCursor, n int,
) ([]videos.OwnVideo, error) {
	return database.QueryRows(ctx, s.pool, func(row pgx.CollectableRow) (v videos.OwnVideo, err error) {
		m := &v.Moderation
		v.Video, err = scanVideo(row, &m.Removed, &m.Reason, &m.Message, &m.Decided, &m.Appeal, &m.Appealed,
			&m.Answer, &m.Answered)
		m.Hidden = v.Hidden
		return v, err
	}, selectSharedBy, by.Visitor, by.Account, after.Key, after.ID, n)
}

// Withdraw deletes an owner's shared video and schedules the deletion of its bytes, together with its
// event, and returns it; or videos.ErrVideoNotFound. Of one that a decision hides the row stays, so
// that its text is not shared again meanwhile. It relies on the primary key.
func (s *Store) Withdraw(
	ctx context.Context, id uuid.UUID, by moderation.Owner, now time.Time,
) (v videos.Video, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
		v, err = database.QueryRow(ctx, tx, videos.ErrVideoNotFound, rowToVideo, selectVideo+
			` WHERE id = $1 AND shared_at IS NOT NULL AND withdrawn_at IS NULL AND (visitor = $2 OR account = nullif($3, ''))
			FOR UPDATE`, id, by.Visitor, by.Account)
		if err != nil {
			return nil, err
		}
		return withdrawShared(ctx, tx, v, now)
	})
	return v, err
}

// withdrawShared ends a locked shared video as Withdraw does.
func withdrawShared(ctx context.Context, tx pgx.Tx, v videos.Video, now time.Time) ([]events.Event, error) {
	if v.Hidden == nil {
		return deleteShared(ctx, tx, v, now)
	}
	if _, err := tx.Exec(ctx, `UPDATE videos SET withdrawn_at = $2 WHERE id = $1`, v.ID, now); err != nil {
		return nil, err
	}
	return endShared(ctx, tx, v, now)
}

// Shared returns up to n videos after an id that were shared and not withdrawn, by the primary key.
func (s *Store) Shared(ctx context.Context, after uuid.UUID, n int) ([]videos.Video, error) {
	return database.QueryRows(ctx, s.pool, rowToVideo, selectVideo+
		` WHERE id > $1 AND shared_at IS NOT NULL AND withdrawn_at IS NULL ORDER BY id LIMIT $2`, after, n)
}

const actRepublish = "republish-videos"

// selectRecords relies on the primary keys of videos and decision_versions. Few videos are not shared:
// those of a week.
const selectRecords = `
SELECT ` + videoColumns + `, coalesce(version, 0) FROM videos LEFT JOIN decision_versions ON (kind, subject) = ($3, id)
WHERE id > $1 AND shared_at IS NOT NULL AND withdrawn_at IS NULL ORDER BY id LIMIT $2`

// Republish adds the events of up to n shared videos after an id to the outbox again, as new events.
// A concurrent decision is published with a higher version, and a removal is final, so their order
// does not matter.
func (s *Store) Republish(ctx context.Context, after uuid.UUID, n int, note string) (ids []uuid.UUID, err error) {
	err = s.relay.InTx(ctx, func(tx pgx.Tx) (facts []events.Event, err error) {
		var version int
		_, err = database.QueryRows(ctx, tx, func(row pgx.CollectableRow) (v videos.Video, err error) {
			if v, err = scanVideo(row, &version); err != nil {
				return v, err
			}
			of, err := eventsOf(ctx, v, version)
			ids, facts = append(ids, v.ID), append(facts, of...)
			return v, err
		}, selectRecords, after, n, decisions.KindVideo)
		if err != nil {
			return nil, err
		}
		return facts, operator.RecordAct(ctx, tx, actRepublish, fmt.Sprintf("%d after %s", len(ids), after), note)
	})
	return ids, err
}

// eventsOf returns the events that give a gallery the current state of a shared video: first whether
// it is hidden, so that a new gallery never shows what is. version is that of the last decision, 0 for
// none.
func eventsOf(ctx context.Context, v videos.Video, version int) ([]events.Event, error) {
	shared, err := sharedEvent(ctx, v)
	if err != nil {
		return nil, err
	}
	switch {
	case v.Hidden != nil:
		hidden, err := hiddenEvent(ctx, v.ID, max(version, 1), *v.Hidden)
		return []events.Event{hidden, shared}, err
	case version > 0:
		restored, err := restoredEvent(ctx, v.ID, version, time.Now())
		return []events.Event{restored, shared}, err
	default:
		return []events.Event{shared}, nil
	}
}

// restoredEvent returns the event that a hidden video is public again.
func restoredEvent(ctx context.Context, id uuid.UUID, version int, at time.Time) (events.Event, error) {
	return events.New(ctx, mediav1.TopicVideo, id.String(),
		&mediav1.VideoRestored{VideoId: id.String(), RestoreTime: timestamppb.New(at), Version: int32(version)})
}
