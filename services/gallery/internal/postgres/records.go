package postgres

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// selectRecords relies on the primary keys of generated_images and withdrawn_images.
const selectRecords = `
SELECT id, object_name, type, prompt, action, scene, style, coalesce(signature, '') AS signature, coalesce(caption, '') AS caption,
	created_at AS created, variants, placeholder, traits, seed, source, has_texts, coalesce(account, '') AS account,
	coalesce(handle, '') AS signed_handle, coalesce(parent_id, '00000000-0000-0000-0000-000000000000') AS parent,
	coalesce(version, 0) AS version, withdrawn_at AS withdrawn, restored_at AS restored
FROM generated_images LEFT JOIN withdrawn_images ON image_id = id
WHERE id > $1 AND type <> 'video' ORDER BY id LIMIT $2`

// ListRecords returns up to n pictures, no videos, after an id, public or not, by id.
func (s *Store) ListRecords(ctx context.Context, after uuid.UUID, n int) ([]gallery.ImageRecord, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByNameLax[gallery.ImageRecord], selectRecords, after, n)
}

const actRecount = "recount-likes"

// RecountLikes reads all likes and all counts as they are at one moment, and then adds what is
// missing of each. A like and its count are committed together, so those of visitors who like
// meanwhile change neither what is missing nor have to wait.
func (s *Store) RecountLikes(ctx context.Context, note string) (corrected int, err error) {
	at := pgx.TxOptions{IsoLevel: pgx.RepeatableRead}
	err = pgx.BeginTxFunc(ctx, s.pool, at, func(tx pgx.Tx) error {
		missing, err := findMissingLikes(ctx, tx)
		if err != nil {
			return err
		}
		corrected = len(missing)
		return s.addMissingLikes(ctx, missing, note)
	})
	return corrected, database.Fault(err)
}

// recountedBlocks is how many blocks of likes one statement counts: some 100,000 rows, a tenth of a second.
const recountedBlocks = 1000

// findMissingLikes returns by how much the counts of pictures are wrong. No other does so until the
// transaction ends, or it would add the same again.
func findMissingLikes(ctx context.Context, tx pgx.Tx) (missing map[uuid.UUID]int, err error) {
	// The transaction's snapshot is taken after this, and likes go on. It is idle while the counts are corrected.
	if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = '1min';
		LOCK TABLE likes IN SHARE UPDATE EXCLUSIVE MODE`); err != nil {
		return nil, err
	}
	var blocks int
	if err := tx.QueryRow(ctx, `SELECT pg_relation_size('likes') / current_setting('block_size')::integer`).
		Scan(&blocks); err != nil {
		return nil, err
	}
	counts := make(map[uuid.UUID]int)
	var image uuid.UUID
	var n int
	for from := 0; from < blocks; from += recountedBlocks {
		rows, _ := tx.Query(ctx, `SELECT image_id, count(*) FROM likes WHERE counted
			AND ctid >= format('(%s,0)', $1::integer)::tid AND ctid < format('(%s,0)', $2::integer)::tid GROUP BY image_id`,
			from, from+recountedBlocks)
		if _, err := pgx.ForEachRow(rows, []any{&image, &n}, func() error {
			counts[image] += n
			return nil
		}); err != nil {
			return nil, err
		}
	}
	missing = make(map[uuid.UUID]int)
	rows, _ := tx.Query(ctx, `SELECT id, likes FROM generated_images`)
	_, err = pgx.ForEachRow(rows, []any{&image, &n}, func() error {
		if by := counts[image] - n; by != 0 {
			missing[image] = by
		}
		return nil
	})
	return missing, err
}

// recountedImages is how many counts one transaction corrects; their pictures' likes wait for it.
const recountedImages = 1000

// addMissingLikes corrects counts. The act is recorded with the first of them.
func (s *Store) addMissingLikes(ctx context.Context, missing map[uuid.UUID]int, note string) error {
	ids := slices.SortedFunc(maps.Keys(missing), compareIDs) // likes lock pictures in this order
	for first := true; first || len(ids) > 0; first = false {
		batch := ids[:min(len(ids), recountedImages)]
		ids = ids[len(batch):]
		by := make([]int, len(batch))
		for i, id := range batch {
			by[i] = missing[id]
		}
		if err := database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `WITH missing AS MATERIALIZED (
				SELECT id, n FROM unnest($1::uuid[], $2::integer[]) AS of (id, n)
			), locked AS MATERIALIZED (
				SELECT id, likes FROM generated_images WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE
			) UPDATE generated_images i SET likes = l.likes + n
			FROM missing JOIN locked l USING (id) WHERE i.id = l.id`, batch, by); err != nil || !first {
				return err
			}
			return operator.RecordAct(ctx, tx, actRecount, fmt.Sprint(len(missing)), note)
		}); err != nil {
			return err
		}
		s.likesChanged(batch...)
	}
	return nil
}
