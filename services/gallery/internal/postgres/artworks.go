package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/services/gallery/internal/gallery"
)

// Artworks stores the media service's events, in the caller's transaction.
type Artworks struct{}

// Add stores a published picture, inside the transaction of its event. A picture that exists stays
// as it is.
func (Artworks) Add(ctx context.Context, tx pgx.Tx, a gallery.Artwork) error {
	_, err := tx.Exec(ctx, `INSERT INTO generated_images
			(id, object_name, type, prompt, action, scene, style, signature, caption, created_at, variants, placeholder, traits, seed, source)
		VALUES ($1, $2, $3, $4, $5, $6, $7, nullif($8, ''), nullif($9, ''), $10, coalesce($11, '[]'::jsonb), $12, coalesce($13, '{}'::jsonb), $14, $15)
		ON CONFLICT (id) DO NOTHING`,
		a.ID, a.ObjectName, a.Type, a.Prompt, a.Action, a.Scene, a.Style, a.Signature, a.Caption, a.Created, a.Variants,
		a.Placeholder,
		a.Traits, a.Seed, a.Source)
	return err
}

// Withdraw hides a picture, inside the transaction of its event; the picture need not be stored
// yet.
func (Artworks) Withdraw(ctx context.Context, tx pgx.Tx, id uuid.UUID, version int, at time.Time) error {
	_, err := tx.Exec(ctx, upsertWithdrawal, id, version, at, nil)
	return err
}

// Restore shows a picture again, inside the transaction of its event; its withdrawal need not be
// stored yet.
func (Artworks) Restore(ctx context.Context, tx pgx.Tx, id uuid.UUID, version int, at time.Time) error {
	_, err := tx.Exec(ctx, upsertWithdrawal, id, version, at, at)
	return err
}

// upsertWithdrawal keeps the withdrawal or restoration with the highest version. It relies on the
// primary key.
const upsertWithdrawal = `
INSERT INTO withdrawn_images AS known (image_id, version, withdrawn_at, restored_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (image_id) DO UPDATE SET version = excluded.version, withdrawn_at = excluded.withdrawn_at, restored_at = excluded.restored_at
WHERE known.version < excluded.version`
