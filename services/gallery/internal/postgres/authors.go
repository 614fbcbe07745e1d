package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// insertAuthor records the handle of a publication, unless there is a fact about its author.
const insertAuthor = `
INSERT INTO authors (account, handle, changed_at) VALUES ($1, $2, $3) ON CONFLICT (account) DO NOTHING`

// upsertAuthor keeps the fact with the highest version. When it is about another handle, or the profile
// became private or public, the pass over the account's pictures begins anew.
const upsertAuthor = `
INSERT INTO authors AS known (account, handle, is_private, version, changed_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (account) DO UPDATE
SET handle = excluded.handle, is_private = excluded.is_private, version = excluded.version, changed_at = excluded.changed_at,
    words_before = CASE WHEN (known.handle, known.is_private) = ($2, $3) THEN known.words_before ELSE $6 END,
    words_before_id = CASE WHEN (known.handle, known.is_private) = ($2, $3) THEN known.words_before_id ELSE $7 END
WHERE known.version < excluded.version`

// ChangeProfile records the handle of an account and whether its profile is private, inside the
// transaction of the event. IndexAuthors gives its pictures, of which there may be any number, their words.
func (Owners) ChangeProfile(ctx context.Context, tx pgx.Tx, p gallery.Profile) error {
	first := page.First[time.Time]()
	_, err := tx.Exec(ctx, upsertAuthor, p.Account, p.Handle, p.IsPrivate, p.Version, p.Changed, first.Key, first.ID)
	return err
}

// lockUnindexed returns an account with pictures that have former words, and where its pass is; has other
// replicas choose others; and has the author stay as it is. The pass that got least far is first, so that no
// account waits for all pictures of another. It relies on authors_words.
const lockUnindexed = `
SELECT account, words_before AS key, words_before_id AS id FROM authors WHERE words_before IS NOT NULL
ORDER BY words_before DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`

// selectOfAuthor relies on generated_images_account.
const selectOfAuthor = `
SELECT created_at AS key, id FROM generated_images WHERE account = $1 AND (created_at, id) < ($2, $3)
ORDER BY created_at DESC, id DESC LIMIT $4`

// hasAuthorsWords is false for a picture with the former words of an author whose profile is private now:
// searches leave it out until it has its words. It relies on the primary key of authors.
const hasAuthorsWords = `(SELECT is_private AND (generated_images.created_at, id) < (words_before, words_before_id)
    FROM authors a WHERE a.account = generated_images.account) IS NOT TRUE`

// authorsTimeout limits one pass; the next one continues.
const authorsTimeout = 2 * time.Minute

// indexedImages is a step of it: on a slow disk the words of a thousand take longer than a statement may.
const indexedImages = 100

// IndexAuthors has pictures be found by the handles that their authors have by now, and those of private
// profiles by none, the newest first.
func (s *Store) IndexAuthors(ctx context.Context) error {
	return database.RunSteps(ctx, authorsTimeout, s.indexAuthor)
}

// indexAuthor does so for the next pictures of one author. It is a database.Step.
func (s *Store) indexAuthor(ctx context.Context) (more bool, err error) {
	type unindexed struct {
		Account string
		page.TimeCursor
	}
	err = database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		authors, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[unindexed], lockUnindexed)
		if err != nil || len(authors) == 0 {
			return err
		}
		more = true
		of := authors[0]
		images, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[page.TimeCursor], selectOfAuthor, of.Account,
			of.Key, of.ID, indexedImages)
		if err != nil {
			return err
		}
		ids := make([]uuid.UUID, len(images))
		for i, image := range images {
			ids[i] = image.ID
		}
		if err := indexWords(ctx, tx, ids); err != nil {
			return err
		}
		var before, beforeID any // NULL: all have their words
		if len(images) == indexedImages {
			last := images[len(images)-1]
			before, beforeID = last.Key, last.ID
		}
		_, err = tx.Exec(ctx, `UPDATE authors SET words_before = $2, words_before_id = $3 WHERE account = $1`, of.Account,
			before, beforeID)
		return err
	})
	return more, database.Fault(err)
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
