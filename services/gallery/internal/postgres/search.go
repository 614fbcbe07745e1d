package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// walkLength is how many of the newest pictures a search looks through. A search that finds less
// than a page there has few results.
const walkLength = 4000

// searchNewest finds common words: it walks along the newest pictures, by image_words_newest, until
// a page is full. searchAll finds all other words by image_words_words and sorts the results; its
// conditions are written so that the planner cannot walk instead, however common it believes the
// words to be.
var (
	searchNewest = fmt.Sprintf(`
SELECT %s
FROM (
    SELECT image_id AS found, created_at AS published, words, style AS found_style FROM image_words
    WHERE type = $4 AND (created_at, image_id) < ($1, $2) ORDER BY created_at DESC, image_id DESC LIMIT %d
) walked JOIN generated_images ON id = found
WHERE words @@ $6::tsquery AND ($5 = '' OR found_style = $5) AND %s
ORDER BY published DESC, found DESC
LIMIT $3`, imageColumns, walkLength, isShown)

	searchAll = fmt.Sprintf(`
WITH found AS MATERIALIZED (
    SELECT image_id, created_at AS published FROM image_words
    WHERE words @@ $6::tsquery AND type || '' = $4 AND ($5 = '' OR style = $5) AND (created_at, image_id) < ($1, $2)
)
SELECT %s
FROM (SELECT * FROM found ORDER BY published DESC, image_id DESC) sorted JOIN generated_images ON id = image_id
WHERE %s
ORDER BY published DESC, image_id DESC
LIMIT $3`, imageColumns, isShown)
)

// search returns up to n pictures with words after the cursor, newest first.
func (s *Store) search(
	ctx context.Context, f gallery.Filter, after page.TimeCursor, n int,
) (found []gallery.Image, err error) {
	query, err := s.searchQuery(ctx, f.Words)
	if err != nil || query == "" {
		return nil, err
	}
	for _, statement := range []string{searchNewest, searchAll} {
		found, err = database.QueryRows(ctx, s.pool, pgx.RowToStructByName[gallery.Image], statement,
			after.Key, after.ID, n, f.Type, f.Style, query)
		if err != nil || len(found) == n {
			break
		}
	}
	return found, err
}

// selectUnknown returns those words that no picture's word begins with. It relies on the primary
// key, which is in the order of bytes.
const selectUnknown = `
SELECT word FROM unnest($1::text[]) AS asked (word)
WHERE (SELECT k.word FROM known_words k WHERE k.word >= asked.word AND k.word < asked.word || U&'\+10FFFF' LIMIT 1) IS NULL`

// selectSimilar returns the words that are most like one that is not known, by their trigrams. It
// relies on known_words_trigrams.
const selectSimilar = `
SELECT word FROM known_words WHERE word % $1 AND similarity(word, $1) >= 0.4
ORDER BY similarity(word, $1) DESC, word LIMIT 3`

// minCorrected is how long a word must be for that. A word of at most maxWhole characters that is not
// the last one is meant whole; as a beginning it would be that of a good part of all words, which
// takes long to read.
const (
	minCorrected = 4
	maxWhole     = 2
)

// searchQuery returns what to search for: pictures that for each of the words have one that begins
// with it or, if no picture ever had one, one that is like it. It returns nothing when there cannot
// be any.
func (s *Store) searchQuery(ctx context.Context, words []string) (query string, err error) {
	unknown, err := database.QueryRows(ctx, s.pool, pgx.RowTo[string], selectUnknown, words)
	if err != nil {
		return "", err
	}
	terms := make([]string, len(words))
	for i, word := range words {
		if !slices.Contains(unknown, word) {
			terms[i] = quoteLexeme(word)
			if i == len(words)-1 || utf8.RuneCountInString(word) > maxWhole {
				terms[i] += ":*"
			}
			continue
		}
		if utf8.RuneCountInString(word) < minCorrected {
			return "", nil
		}
		similar, err := database.QueryRows(ctx, s.pool, pgx.RowTo[string], selectSimilar, word)
		if err != nil || len(similar) == 0 {
			return "", err
		}
		for j := range similar {
			similar[j] = quoteLexeme(similar[j])
		}
		terms[i] = "(" + strings.Join(similar, " | ") + ")"
	}
	return strings.Join(terms, " & "), nil
}

// quoteLexeme writes a word as tsquery reads it. Words have neither quotes nor backslashes; were
// there any, they would be read as such.
func quoteLexeme(word string) string {
	return "'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(word) + "'"
}
