package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// like is one like of one picture.
type like struct {
	image    uuid.UUID
	identity gallery.Identity
}

// Like records the like unless it is there and gives the picture's count; or ErrNotFound, or ErrBusy.
// It waits for CommitLikes.
func (s *Store) Like(ctx context.Context, image uuid.UUID, by gallery.Identity) (likes int, err error) {
	count, err := s.likes.submit(ctx, like{image, by})
	if err != nil {
		return 0, err
	}
	if count == nil {
		return 0, gallery.ErrNotFound
	}
	return *count, nil
}

// CommitLikes records what Like is asked for, in groups, until ctx ends; likes that wait then are recorded
// first. One loop for each process is enough: the next group fills while one is being committed.
func (s *Store) CommitLikes(ctx context.Context) error { return s.likes.run(ctx) }

// addLikes adds the rows that are not there yet and raises the counts by as many; whoever likes a picture that
// is not shown gets no row. The rows come first, without a lock on their picture, so that several replicas add
// theirs at a time; then the pictures are locked. Both are done in order, so replicas wait for each other and
// never deadlock. The count read under the lock is the newest, so it can be answered before the update of the
// same statement is seen.
//
// An account's like takes two keys: that of the account, and only who got it asks for that of the device. The rows of
// devices are sorted, which reads all of claimed, so every key of an account is taken before any of a device.
//
// It relies on the primary keys of generated_images, withdrawn_images, account_likes and likes.
const addLikes = `
WITH known AS MATERIALIZED (
    SELECT id FROM generated_images WHERE id = ANY ($4) AND ` + isShown + `
), wanted AS MATERIALIZED (
    SELECT image_id, visitor, account FROM unnest($1::uuid[], $2::text[], $3::text[]) AS asked (image_id, visitor, account)
    JOIN known ON id = image_id
), claimed AS (
    INSERT INTO account_likes (image_id, account, visitor)
    SELECT image_id, account, visitor FROM wanted WHERE account <> ''
    ORDER BY image_id, account, visitor
    ON CONFLICT ON CONSTRAINT account_likes_once DO NOTHING
    RETURNING image_id, visitor
), added AS (
    INSERT INTO likes (image_id, visitor)
    SELECT image_id, visitor FROM wanted WHERE account = ''
    UNION ALL
    SELECT image_id, visitor FROM claimed
    ORDER BY image_id, visitor
    ON CONFLICT ON CONSTRAINT likes_once DO NOTHING
    RETURNING image_id
), counted AS MATERIALIZED (
    SELECT image_id, count(*) AS n FROM added GROUP BY image_id
), locked AS MATERIALIZED (
    SELECT id, likes FROM generated_images JOIN known USING (id)
    WHERE (SELECT count(*) FROM counted) >= 0 -- after the rows
    ORDER BY id FOR NO KEY UPDATE OF generated_images
), raised AS (
    UPDATE generated_images i SET likes = l.likes + n FROM counted JOIN locked l ON l.id = image_id WHERE i.id = image_id
)
SELECT id AS image_id, likes + coalesce(n, 0) AS count
FROM locked LEFT JOIN counted ON image_id = id`

// imageLikes is how many like a picture.
type imageLikes struct {
	ImageID uuid.UUID
	Count   int
}

// commitLikes records a group of likes in one transaction. It answers each like with its picture's count, nil for a picture that is not
// shown.
func (s *Store) commitLikes(ctx context.Context, group []like) ([]*int, error) {
	// pgtype.UUID is sent as bytes; uuid.UUID goes by its text, which was a good part of a group's time.
	images, visitors, accounts := make([]pgtype.UUID, len(group)), make([]string, len(group)), make([]string, len(group))
	counts := make(map[uuid.UUID]*int)
	var each []pgtype.UUID
	for i, l := range group {
		images[i], visitors[i], accounts[i] = pgtype.UUID{Bytes: l.image, Valid: true}, l.identity.Visitor, l.identity.Account
		if _, ok := counts[l.image]; !ok {
			counts[l.image] = nil
			each = append(each, images[i])
		}
	}
	err := database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		found, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[imageLikes], addLikes, images, visitors, accounts, each)
		for _, c := range found {
			counts[c.ImageID] = &c.Count
		}
		return err
	})
	if err != nil {
		return nil, database.Fault(err)
	}
	answers := make([]*int, len(group))
	for i, l := range group {
		answers[i] = counts[l.image]
	}
	return answers, nil
}

// LikedImages gives those of the pictures that the device or the account likes, each once, by the primary keys of likes and
// account_likes.
func (s *Store) LikedImages(ctx context.Context, images []uuid.UUID, by gallery.Identity) ([]uuid.UUID, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowTo[uuid.UUID], `SELECT image_id FROM likes WHERE image_id = ANY ($1) AND visitor = $2
		UNION SELECT image_id FROM account_likes WHERE image_id = ANY ($1) AND account = $3`, images, by.Visitor, by.Account)
}
