package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// selectDeferred returns which likes of a batch are deferred, those of an account by the device
// that it liked with. Each subquery returns one row by the primary keys of likes and account_likes;
// written as EXISTS, the planner might read all deferred likes.
const selectDeferred = `
SELECT n - 1 FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (image_id, visitor, account, n)
WHERE (SELECT NOT counted FROM likes l WHERE l.visitor = asked.visitor AND l.image_id = asked.image_id)
    OR account <> '' AND (
        SELECT (SELECT NOT counted FROM likes l WHERE l.visitor = a.visitor AND l.image_id = a.image_id)
        FROM account_likes a WHERE a.account = asked.account AND a.image_id = asked.image_id)`

// includeDeferred adds the deferred like of each caller to the count that they are answered.
func includeDeferred(
	ctx context.Context, tx pgx.Tx, images []pgtype.UUID, visitors, accounts []string, answers []*int,
) error {
	deferred, err := database.QueryRows(ctx, tx, pgx.RowTo[int], selectDeferred, images, visitors, accounts)
	for _, i := range deferred {
		if answers[i] != nil {
			*answers[i]++
		}
	}
	return err
}

// settleLikes counts deferred likes of a device and its account, up to $3 of them. It takes its
// locks in the order of addLikes: rows first, then pictures. It relies on likes_deferred and on the
// primary keys of account_likes, likes and generated_images.
const settleLikes = `
WITH own AS MATERIALIZED (
    SELECT image_id, visitor FROM likes WHERE visitor = $1 AND NOT counted
    UNION
    SELECT image_id, visitor FROM account_likes JOIN likes USING (visitor, image_id) WHERE account = $2 AND NOT counted
    ORDER BY image_id, visitor LIMIT $3
), claimed AS MATERIALIZED (
    SELECT image_id, visitor FROM likes JOIN own USING (image_id, visitor)
    WHERE NOT counted ORDER BY image_id, visitor FOR NO KEY UPDATE OF likes
), settled AS (
    UPDATE likes l SET counted = true FROM claimed c WHERE l.visitor = c.visitor AND l.image_id = c.image_id
    RETURNING l.image_id
), new AS MATERIALIZED (
    SELECT image_id, count(*) AS n FROM settled GROUP BY image_id
), locked AS MATERIALIZED (
    SELECT id, likes FROM generated_images WHERE id = ANY (ARRAY(SELECT image_id FROM new))
    ORDER BY id FOR NO KEY UPDATE
), raised AS (
    UPDATE generated_images i SET likes = l.likes + n FROM locked l JOIN new ON image_id = id WHERE i.id = l.id
)
SELECT count(*), array_agg(DISTINCT image_id) FROM settled`

// maxSettled limits the likes of one transaction.
const maxSettled = 1000

// SettleDevice counts the deferred likes of a device and its account, and returns how many.
func (s *Store) SettleDevice(ctx context.Context, by gallery.Identity) (counted int, err error) {
	for {
		var n int
		var images []uuid.UUID
		err := database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
			return tx.QueryRow(ctx, settleLikes, by.Visitor, by.Account, maxSettled).Scan(&n, &images)
		})
		if err != nil {
			return counted, database.Fault(err)
		}
		s.likesChanged(images...)
		s.settled.Add(ctx, int64(n))
		counted += n
		if n < maxSettled {
			return counted, nil
		}
	}
}

// HasEarlyLike reports whether the device liked a picture before there were standings. It relies on
// the primary key of likes.
func (s *Store) HasEarlyLike(ctx context.Context, visitor string) (early bool, err error) {
	return early, database.Fault(s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM likes
		WHERE visitor = $1 AND created_at < (SELECT at FROM upgrades WHERE name = 'standing'))`, visitor).Scan(&early))
}
