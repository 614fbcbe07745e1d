package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// selectRecords relies on the primary keys of generated_images and withdrawn_images.
const selectRecords = `
SELECT id, object_name, type, prompt, action, scene, style, coalesce(signature, ''), coalesce(caption, ''), created_at, variants, placeholder,
	traits, seed, source, has_texts, coalesce(account, ''), coalesce(handle, ''), parent_id, coalesce(version, 0),
	withdrawn_at, restored_at
FROM generated_images LEFT JOIN withdrawn_images ON image_id = id
WHERE id > $1 AND type <> 'video' ORDER BY id LIMIT $2`

// ListRecords returns up to n pictures, no videos, after an id, public or not, by id.
func (s *Store) ListRecords(ctx context.Context, after uuid.UUID, n int) ([]gallery.ImageRecord, error) {
	return database.QueryRows(ctx, s.pool, func(row pgx.CollectableRow) (p gallery.ImageRecord, err error) {
		var parent *uuid.UUID
		err = row.Scan(&p.ID, &p.ObjectName, &p.Type, &p.Prompt, &p.Action, &p.Scene, &p.Style, &p.Signature,
			&p.Caption, &p.Created,
			&p.Variants, &p.Placeholder, &p.Traits, &p.Seed, &p.Source, &p.HasTexts, &p.Account, &p.SignedHandle,
			&parent, &p.Version, &p.Withdrawn, &p.Restored)
		if parent != nil {
			p.Parent = *parent
		}
		return p, err
	}, selectRecords, after, n)
}

const actRecount = "recount-likes"

// RecountLikes locks every picture while it counts, so likes wait for it: their rows may exist
// already, and are counted by the second of the two to get the lock. The rows are locked in the
// order in which likes lock them.
func (s *Store) RecountLikes(ctx context.Context, note string) (corrected int, err error) {
	var changed []uuid.UUID
	err = database.InTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if _, err := tx.Exec(ctx, `SELECT FROM generated_images ORDER BY id FOR NO KEY UPDATE`); err != nil {
			return err
		}
		changed, err = database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], `UPDATE generated_images i SET likes = coalesce(n, 0)
			FROM generated_images same LEFT JOIN (SELECT image_id, count(*) AS n FROM likes WHERE counted GROUP BY image_id) counted ON image_id = same.id
			WHERE i.id = same.id AND i.likes <> coalesce(n, 0) RETURNING i.id`)
		if err != nil {
			return err
		}
		corrected = len(changed)
		return operator.RecordAct(ctx, tx, actRecount, fmt.Sprint(corrected), note)
	})
	if err == nil {
		s.changed.add(changed...)
	}
	return corrected, database.Fault(err)
}
