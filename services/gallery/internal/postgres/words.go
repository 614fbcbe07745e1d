package postgres

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// lockAuthors has the authors of pictures stay as they are until the words of these are stored. It
// relies on the primary keys.
const lockAuthors = `
SELECT FROM authors WHERE account = ANY (ARRAY(SELECT account FROM generated_images WHERE id = ANY ($1)))
ORDER BY account FOR SHARE`

// selectTexts returns what pictures are found by, and has them keep their texts until their words are
// stored. Those of a private profile are not found by its handle.
const selectTexts = `
SELECT id, coalesce(caption, '') AS caption, scene,
    CASE WHEN account IS NULL THEN coalesce(signature, '') ELSE coalesce((SELECT CASE WHEN is_private THEN '' ELSE a.handle END
        FROM authors a WHERE a.account = generated_images.account), '') END AS author
FROM generated_images WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE`

// upsertWords stores the words of pictures; words have no space.
const upsertWords = `
INSERT INTO image_words (image_id, type, style, created_at, words)
SELECT id, type, style, created_at, array_to_tsvector(string_to_array(text, ' '))
FROM unnest($1::uuid[], $2::text[]) AS given (of, text) JOIN generated_images ON id = of ORDER BY id
ON CONFLICT (image_id) DO UPDATE SET words = excluded.words WHERE image_words.words <> excluded.words`

// insertKnown relies on the primary key. Words are inserted in order, so replicas do not deadlock.
const insertKnown = `INSERT INTO known_words SELECT * FROM unnest($1::text[]) ON CONFLICT DO NOTHING`

// texts are what a picture is found by.
type texts struct {
	ID                     uuid.UUID
	Caption, Scene, Author string
}

// indexWords stores the words of pictures, at most database.BatchSize, as they and their authors are by
// now.
func indexWords(ctx context.Context, tx pgx.Tx, images []uuid.UUID) error {
	if _, err := tx.Exec(ctx, lockAuthors, images); err != nil {
		return err
	}
	found, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[texts], selectTexts, images)
	if err != nil {
		return err
	}
	ids, joined := make([]uuid.UUID, len(found)), make([]string, len(found))
	known := make(map[string]bool)
	for i, t := range found {
		words := gallery.SearchWords(t.Caption, t.Scene, t.Author)
		ids[i], joined[i] = t.ID, strings.Join(words, " ")
		for _, word := range words {
			known[word] = true
		}
	}
	if _, err := tx.Exec(ctx, upsertWords, ids, joined); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, insertKnown, slices.Sorted(maps.Keys(known)))
	return err
}

func compareIDs(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }
