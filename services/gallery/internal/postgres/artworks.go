package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
)

// Artworks stores the media service's events, in the caller's transaction.
type Artworks struct{}

// insertImage adds a picture, without the likes that it has when its row was lost: RecountLikes adds these, which have
// no index by picture. One that exists stays as it is, but for what a program of the last release left out, or did not
// know when it published the picture.
const insertImage = `
INSERT INTO generated_images AS known
    (id, object_name, type, prompt, action, scene, style, signature, caption, created_at, variants, placeholder, traits, seed, source,
    account, handle, parent_id, has_texts)
VALUES ($1, $2, $3, $4, $5, $6, $7, nullif($8, ''), nullif($9, ''), $10, coalesce($11, '[]'::jsonb), $12, coalesce($13, '{}'::jsonb), $14, $15,
    nullif($16, ''), nullif($17, ''), nullif($18, '00000000-0000-0000-0000-000000000000'::uuid), $19)
ON CONFLICT (id) DO UPDATE SET account = coalesce(known.account, excluded.account), handle = coalesce(known.handle, excluded.handle),
    parent_id = coalesce(known.parent_id, excluded.parent_id), source = coalesce(nullif(excluded.source, ''),
	known.source),
    signature = coalesce(known.signature, excluded.signature), has_texts = known.has_texts OR excluded.has_texts
WHERE known.account IS NULL AND known.parent_id IS NULL AND coalesce(excluded.account, excluded.parent_id::text) IS NOT NULL
    OR known.source = '' AND excluded.source <> '' OR excluded.has_texts AND NOT known.has_texts`

// selectIsFinal relies on the primary key.
const selectIsFinal = `SELECT EXISTS (SELECT FROM withdrawn_images WHERE image_id = $1 AND version = $2)`

// Add stores a published picture, inside the transaction of its event: without its texts when it is
// withdrawn for good, and not at all when it is a video that was removed.
func (Artworks) Add(ctx context.Context, tx pgx.Tx, a gallery.Artwork) error {
	var isFinal bool
	if err := tx.QueryRow(ctx, selectIsFinal, a.ID, gallery.FinalVersion).Scan(&isFinal); err != nil {
		return err
	}
	if isFinal && a.Type == gallery.TypeVideo {
		return nil
	}
	if isFinal {
		a = a.WithoutTexts()
	}
	if a.Account != "" {
		if _, err := tx.Exec(ctx, insertAuthor, a.Account, a.SignedHandle, a.Created); err != nil {
			return err
		}
	}
	added, err := tx.Exec(ctx, insertImage,
		a.ID, a.ObjectName, a.Type, a.Prompt, a.Action, a.Scene, a.Style, a.Signature, a.Caption, a.Created, a.Variants,
		a.Placeholder, a.Traits, a.Seed, a.Source, a.Account, a.SignedHandle, a.Parent, a.HasTexts)
	if err == nil {
		_, err = tx.Exec(ctx, insertRanks, []uuid.UUID{a.ID})
	}
	if err == nil {
		err = indexWords(ctx, tx, []uuid.UUID{a.ID})
	}
	if err == nil && added.RowsAffected() > 0 && time.Since(a.Created) < maxAddedAge {
		err = writeAdded(ctx, tx, a.ID, a.Type)
	}
	return err
}

// selectIsWithdrawn relies on the primary key.
const selectIsWithdrawn = `SELECT EXISTS (SELECT FROM withdrawn_images WHERE image_id = $1 AND restored_at IS NULL)`

// Withdraw hides a picture, for good when the version is gallery.FinalVersion, inside the transaction of
// its event; the picture need not be stored yet.
func (Artworks) Withdraw(ctx context.Context, tx pgx.Tx, id uuid.UUID, version int, at time.Time) error {
	var isWithdrawn bool
	if err := tx.QueryRow(ctx, selectIsWithdrawn, id).Scan(&isWithdrawn); err != nil {
		return err
	}
	changed, err := tx.Exec(ctx, upsertWithdrawal, id, version, at, nil)
	if err == nil && changed.RowsAffected() > 0 && !isWithdrawn {
		err = writeNotice(ctx, tx, &galleryv1.ListChanged{RemovedIds: []string{id.String()}})
	}
	return err
}

// selectHeld returns the type of a young picture that was withdrawn as it was published: it is held until it is
// judged, and was never shown. It relies on the primary keys.
const selectHeld = `SELECT coalesce(max(type), '') FROM generated_images JOIN withdrawn_images ON image_id = id
WHERE id = $1 AND version = 1 AND withdrawn_at = created_at AND created_at > now() - $2::interval`

// Restore shows a picture again, inside the transaction of its event; its withdrawal need not be
// stored yet. One that was held is new.
func (Artworks) Restore(ctx context.Context, tx pgx.Tx, id uuid.UUID, version int, at time.Time) error {
	var held gallery.Type
	err := tx.QueryRow(ctx, selectHeld, id, maxAddedAge).Scan(&held)
	if err == nil {
		_, err = tx.Exec(ctx, upsertWithdrawal, id, version, at, at)
	}
	if err == nil && held != "" {
		err = writeAdded(ctx, tx, id, held)
	}
	return err
}

// upsertWithdrawal keeps the withdrawal or restoration with the highest version. It relies on the
// primary key.
const upsertWithdrawal = `
INSERT INTO withdrawn_images AS known (image_id, version, withdrawn_at, restored_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (image_id) DO UPDATE SET version = excluded.version, withdrawn_at = excluded.withdrawn_at, restored_at = excluded.restored_at
WHERE known.version < excluded.version`

// deleteImage deletes what is stored of a picture, but for its likes. Its words may be others', too.
const deleteImage = `
WITH ranks AS (DELETE FROM image_ranks WHERE image_id = $1), words AS (DELETE FROM image_words WHERE image_id = $1),
    withdrawn AS (UPDATE withdrawn_images SET erased = true WHERE image_id = $1)
DELETE FROM generated_images WHERE id = $1`

// Remove hides a picture for good and deletes it, inside the transaction of its event; the picture
// need not be stored yet.
func (a Artworks) Remove(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	if err := a.Withdraw(ctx, tx, id, gallery.FinalVersion, at); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, deleteImage, id)
	return err
}
