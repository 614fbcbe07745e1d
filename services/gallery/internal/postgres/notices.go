package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
)

// The limits of notices.
const (
	// maxAddedAge is how long after its publication a picture is still announced as new: not when
	// events of a day are read again.
	maxAddedAge = 10 * time.Minute
	// maxLikeCounts limits the counts of one notice.
	maxLikeCounts = 200
)

// LikesInterval is how often changed counts are announced: one notice has the likes of a second.
const LikesInterval = time.Second

// writeNotice writes a notice in the transaction of its change.
func writeNotice(ctx context.Context, tx pgx.Tx, n *galleryv1.ListChanged) error {
	e, err := events.New(ctx, galleryv1.TopicList, galleryv1.TopicList, n)
	if err != nil {
		return err
	}
	return events.Write(ctx, tx, e)
}

// writeAdded announces a new picture, unless its withdrawal came first.
func writeAdded(ctx context.Context, tx pgx.Tx, id uuid.UUID, t gallery.Type) error {
	var shown bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM generated_images WHERE id = $1 AND `+isShown+`)`, id).Scan(&shown)
	if err != nil || !shown {
		return err
	}
	return writeNotice(ctx, tx, &galleryv1.ListChanged{
		Added: []*galleryv1.ListedImage{{ImageId: id.String(), Type: string(t)}}})
}

// selectCounts returns the counts of pictures that are public. It relies on the primary keys.
const selectCounts = `SELECT id::text AS image_id, likes FROM generated_images WHERE id = ANY ($1) AND ` + isShown

// AnnounceLikes announces the counts that this process changed since it last did, maxLikeCounts of
// them; the others follow in the next second. While a notice of counts still waits in the outbox,
// as during an outage of the broker, none is added: the outbox must not grow by what is outdated
// when it leaves.
func (s *Store) AnnounceLikes(relay *events.Relay) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		ids := s.unannounced.takeUpTo(maxLikeCounts)
		if len(ids) == 0 {
			return nil
		}
		err := relay.InTx(ctx, func(tx pgx.Tx) ([]events.Event, error) {
			waits, err := events.IsWaiting(ctx, tx, galleryv1.TopicList)
			if err != nil {
				return nil, err
			}
			if waits {
				s.unannounced.add(ids...)
				return nil, nil
			}
			counts, err := database.QueryRows(ctx, tx, pgx.RowToAddrOfStructByPos[struct {
				ImageID string
				Likes   int32
			}], selectCounts, ids)
			if err != nil || len(counts) == 0 {
				return nil, err
			}
			n := &galleryv1.ListChanged{}
			for _, c := range counts {
				n.Likes = append(n.Likes, &galleryv1.LikeCount{ImageId: c.ImageID, Likes: c.Likes})
			}
			return events.One(events.New(ctx, galleryv1.TopicList, galleryv1.TopicList, n))
		})
		if err != nil {
			s.unannounced.add(ids...)
		}
		return err
	}
}
