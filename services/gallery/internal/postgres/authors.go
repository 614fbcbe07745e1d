package postgres

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// insertAuthor records the handle of a publication, unless there is a fact about its author.
const insertAuthor = `
INSERT INTO authors (account, handle, changed_at) VALUES ($1, $2, $3) ON CONFLICT (account) DO NOTHING`

// upsertAuthor keeps the fact with the highest version.
const upsertAuthor = `
INSERT INTO authors AS known (account, handle, is_private, version, changed_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (account) DO UPDATE
SET handle = excluded.handle, is_private = excluded.is_private, version = excluded.version, changed_at = excluded.changed_at
WHERE known.version < excluded.version`

// lockAuthor relies on the primary key.
const lockAuthor = `SELECT handle = $2 AND is_private = $3 FROM authors WHERE account = $1 FOR UPDATE`

// selectOfAuthor relies on generated_images_account.
const selectOfAuthor = `SELECT id FROM generated_images WHERE account = $1 ORDER BY id`

// ChangeProfile records the handle of an account and whether its profile is private, inside the
// transaction of the event, and by which words its pictures are found, when these are others.
func (Owners) ChangeProfile(ctx context.Context, tx pgx.Tx, p gallery.Profile) error {
	var isSame bool
	err := tx.QueryRow(ctx, lockAuthor, p.Account, p.Handle, p.IsPrivate).Scan(&isSame)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	changed, err := tx.Exec(ctx, upsertAuthor, p.Account, p.Handle, p.IsPrivate, p.Version, p.Changed)
	if err != nil || changed.RowsAffected() == 0 || isSame {
		return err
	}
	images, err := database.QueryRows(ctx, tx, pgx.RowTo[uuid.UUID], selectOfAuthor, p.Account)
	if err != nil {
		return err
	}
	return indexWords(ctx, tx, images)
}

// author is a row of authors.
type author struct {
	Account string
	Handle  string
	Candle  *uuid.UUID
	Private bool
}

// selectAuthor returns who has a handle, by authors_handle. Of two accounts, one of which has another
// handle by now, it is the later one's.
const selectAuthor = `
SELECT account, handle, candle_id AS candle, is_private AS private FROM authors
WHERE lower(handle) = lower($1) ORDER BY changed_at DESC, account LIMIT 1`

// author returns who has a handle, or ErrAuthorNotFound, also for one who keeps the profile private.
func (s *Store) author(ctx context.Context, handle string) (author, error) {
	a, err := database.QueryRow(ctx, s.pool, gallery.ErrAuthorNotFound, pgx.RowToStructByName[author], selectAuthor,
		handle)
	if err == nil && a.Private {
		err = gallery.ErrAuthorNotFound
	}
	return a, err
}

// countOfAuthor relies on generated_images_account.
const countOfAuthor = `
SELECT count(*) AS images, coalesce(sum(likes), 0) AS likes FROM generated_images WHERE account = $1 AND ` + isShown

// selectCandle relies on the primary key.
const selectCandle = selectOne + ` AND account = $2 AND type = 'pfp'`

// Author returns the author of a handle whose profile is not private, or ErrAuthorNotFound.
func (s *Store) Author(ctx context.Context, handle string) (gallery.Author, error) {
	of, err := s.author(ctx, handle)
	if err != nil {
		return gallery.Author{}, err
	}
	a := gallery.Author{Handle: of.Handle}
	if err := s.pool.QueryRow(ctx, countOfAuthor, of.Account).Scan(&a.Images, &a.Likes); err != nil {
		return gallery.Author{}, database.Fault(err)
	}
	if of.Candle == nil {
		return a, nil
	}
	candles, err := database.QueryRows(ctx, s.pool, pgx.RowToStructByName[gallery.Image], selectCandle, of.Candle,
		of.Account)
	if err == nil && len(candles) == 1 {
		a.Candle = &candles[0]
	}
	return a, err
}

// updateCandle chooses a public portrait of the account, or none. It relies on primary keys.
const updateCandle = `
UPDATE authors SET candle_id = $2
WHERE account = $1 AND ($2::uuid IS NULL OR (SELECT type = 'pfp' AND account = $1 AND ` + isShown + ` FROM generated_images WHERE id = $2))`

// SetCandle makes a public portrait of the account the picture of its profile, none for uuid.Nil; or
// returns ErrNotFound.
func (s *Store) SetCandle(ctx context.Context, account string, image uuid.UUID) error {
	var chosen *uuid.UUID
	if image != uuid.Nil {
		chosen = &image
	}
	changed, err := s.pool.Exec(ctx, updateCandle, account, chosen)
	if err == nil && chosen != nil && changed.RowsAffected() == 0 {
		err = gallery.ErrNotFound
	}
	return database.Fault(err)
}

// listByHandle returns what an author published. It relies on generated_images_account and, with
// words, on the primary key of image_words.
func (s *Store) listByHandle(
	ctx context.Context, f gallery.Filter, list func(query string, args ...any) ([]gallery.Image, error),
) ([]gallery.Image, error) {
	of, err := s.author(ctx, f.Handle)
	if errors.Is(err, gallery.ErrAuthorNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	args := []any{of.Account, f.Type, f.Style}
	if len(f.Words) == 0 {
		return list(selectByAuthor+newestAfter, args...)
	}
	leave, err := s.enterSearch(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	query, err := s.searchQuery(ctx, f.Words)
	if err != nil || query == "" {
		return nil, err
	}
	return list(selectByAuthor+` AND (SELECT words @@ $7::tsquery FROM image_words WHERE image_id = id)`+newestAfter,
		append(args, withoutPeriods(query))...)
}

const selectByAuthor = selectImage + ` WHERE account = $4 AND ($5 = '' OR type = $5) AND ($6 = '' OR style = $6)`
