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

// Like records the like unless it exists and returns the picture's count, this like included; or
// ErrNotFound, or ErrBusy. It waits for CommitLikes.
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

// CommitLikes commits queued likes in batches until ctx ends, and then those that still wait. One
// loop per process is enough: the next batch fills while one is being committed.
func (s *Store) CommitLikes(ctx context.Context) error { return s.likes.run(ctx) }

// addLikes inserts the missing rows and raises the counts by their number; a picture that is not
// public gets no row. The rows come first, without a lock on their picture, so that several
// replicas insert at the same time; then the pictures are locked. Both happen in order, so replicas
// wait for each other and never deadlock. The count read under the lock is the newest, so it can be
// returned before the update of the same statement is visible.
//
// An account's like takes two keys: first the account's, and only if that was inserted the
// device's. The rows of devices are sorted, which reads all of claimed, so every account key is
// taken before any device key.
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
    RETURNING image_id, visitor
), counted AS MATERIALIZED (
    SELECT image_id, count(*) AS n, array_agg(visitor) FILTER (WHERE $5) AS visitors FROM added GROUP BY image_id
), locked AS MATERIALIZED (
    SELECT id, likes FROM generated_images JOIN known USING (id)
    WHERE (SELECT count(*) FROM counted) >= 0 -- after the rows
    ORDER BY id FOR NO KEY UPDATE OF generated_images
), raised AS (
    UPDATE generated_images i SET likes = l.likes + n FROM counted JOIN locked l ON l.id = image_id WHERE i.id = image_id
)
SELECT id AS image_id, likes + coalesce(n, 0) AS count, coalesce(n, 0) AS added, visitors
FROM locked LEFT JOIN counted ON image_id = id`

// imageLikes is the result of a batch at one picture.
type imageLikes struct {
	ImageID  uuid.UUID
	Count    int
	Added    int      // how many likes were missing
	Visitors []string // theirs, if they were asked for
}

// commitLikes records a batch of likes in one transaction. It returns the picture's count for each
// like, nil for a picture that is not public. The count includes the like of its caller, also while
// that is deferred: no visitor sees their own like vanish.
func (s *Store) commitLikes(ctx context.Context, batch []like) ([]*int, error) {
	// pgtype.UUID is sent as bytes; uuid.UUID is sent as text, which took a good part of a batch's
	// time.
	images, visitors, accounts := make([]pgtype.UUID, len(batch)), make([]string, len(batch)),
		make([]string, len(batch))
	distinct := make(map[uuid.UUID]bool)
	var each []pgtype.UUID
	areSettled := true
	for i, l := range batch {
		images[i], visitors[i], accounts[i] = pgtype.UUID{Bytes: l.image, Valid: true}, l.identity.Visitor,
			l.identity.Account
		areSettled = areSettled && l.identity.Settled
		if !distinct[l.image] {
			distinct[l.image] = true
			each = append(each, images[i])
		}
	}
	answers := make([]*int, len(batch))
	var deferred int
	var liked []uuid.UUID
	err := database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		found, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[imageLikes], addLikes, images, visitors,
			accounts, each, !areSettled)
		if err != nil {
			return err
		}
		added, counts := 0, make(map[uuid.UUID]*int, len(found))
		liked = liked[:0]
		for i, c := range found {
			counts[c.ImageID] = &found[i].Count
			added += c.Added
			if c.Added > 0 {
				liked = append(liked, c.ImageID)
			}
		}
		if deferred, err = deferExcess(ctx, tx, batch, found); err != nil {
			return err
		}
		for i, l := range batch {
			answers[i] = nil
			if count := counts[l.image]; count != nil {
				answers[i] = new(*count)
			}
		}
		if added == len(batch) && deferred == 0 {
			return nil // every like is new and counted
		}
		return includeDeferred(ctx, tx, images, visitors, accounts, answers)
	})
	if err != nil {
		return nil, database.Fault(err)
	}
	s.deferred.Add(ctx, int64(deferred))
	s.likesChanged(liked...)
	return answers, nil
}
