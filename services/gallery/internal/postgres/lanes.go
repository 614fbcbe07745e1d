package postgres

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// unknownLane is the lane of callers that have none.
const unknownLane = "unknown"

// imageLane is a lane at a picture, whose first likes count at once.
type imageLane struct {
	image uuid.UUID
	lane  string
}

// newLikes returns the visitors of those likes that a batch added and that share a lane: not those
// of settled devices.
func newLikes(batch []like, found []imageLikes) map[imageLane][]string {
	type row struct {
		image   uuid.UUID
		visitor string
	}
	lanes := make(map[row]string)
	for _, l := range batch {
		r := row{l.image, l.identity.Visitor}
		if _, ok := lanes[r]; l.identity.Settled {
			lanes[r] = "" // also when the batch has another like of it
		} else if !ok {
			lanes[r] = cmp.Or(l.identity.Lane, unknownLane)
		}
	}
	shared := make(map[imageLane][]string)
	for _, c := range found {
		for _, visitor := range c.Visitors {
			if lane := lanes[row{c.ImageID, visitor}]; lane != "" {
				k := imageLane{c.ImageID, lane}
				shared[k] = append(shared[k], visitor)
			}
		}
	}
	return shared
}

// countLaneLikes adds likes to those of their lanes. The locks of the pictures guard the rows, so
// their order does not matter. It relies on the primary key of lane_likes.
const countLaneLikes = `
INSERT INTO lane_likes AS l (image_id, lane, likes)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::integer[])
ON CONFLICT ON CONSTRAINT lane_likes_once DO UPDATE SET likes = l.likes + excluded.likes
RETURNING image_id, lane, likes`

// laneLikes is how many likes of devices that are not settled a lane has at a picture.
type laneLikes struct {
	ImageID uuid.UUID
	Lane    string
	Likes   int
}

// deferLikes takes likes back from the counts of their pictures, which are locked. The rows exist: an
// insert that conflicts finds each by the primary key, also while the planner believes that the
// table is small. An update read the whole table then.
const deferLikes = `
WITH deferred AS (
    INSERT INTO likes (image_id, visitor) SELECT * FROM unnest($1::uuid[], $2::text[])
    ON CONFLICT ON CONSTRAINT likes_once DO UPDATE SET counted = false
    RETURNING image_id
)
UPDATE generated_images i SET likes = likes - n
FROM (SELECT image_id, count(*) AS n FROM deferred GROUP BY image_id) late WHERE i.id = image_id`

// deferExcess defers those likes that a batch added beyond the first ones of their lanes, corrects
// the counts in found, and returns how many it deferred.
func deferExcess(ctx context.Context, tx pgx.Tx, batch []like, found []imageLikes) (deferred int, err error) {
	shared := newLikes(batch, found)
	if len(shared) == 0 {
		return 0, nil
	}
	var images []pgtype.UUID
	var lanes []string
	var added []int
	for k, visitors := range shared {
		images = append(images, pgtype.UUID{Bytes: k.image, Valid: true})
		lanes, added = append(lanes, k.lane), append(added, len(visitors))
	}
	counted, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[laneLikes], countLaneLikes, images, lanes, added)
	if err != nil {
		return 0, err
	}
	var late []string
	var of []pgtype.UUID
	for _, c := range counted {
		visitors := shared[imageLane{c.ImageID, c.Lane}]
		slices.Sort(visitors)
		rest := max(0, gallery.MaxLaneLikes-(c.Likes-len(visitors))) // what the lane had left
		for _, visitor := range visitors[min(rest, len(visitors)):] {
			late, of = append(late, visitor), append(of, pgtype.UUID{Bytes: c.ImageID, Valid: true})
		}
	}
	if len(late) == 0 {
		return 0, nil
	}
	for _, image := range of {
		found[slices.IndexFunc(found, func(c imageLikes) bool { return c.ImageID == image.Bytes })].Count--
	}
	_, err = tx.Exec(ctx, deferLikes, of, late)
	return len(late), err
}
