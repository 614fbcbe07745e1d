package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
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
// a page is full. searchPeriods finds all other words by image_words_periods, in one period of four weeks after
// the other, the newest first, until a page is full: of words that are common among old pictures alone it
// reads those of one period. Its conditions are written so that the planner cannot walk instead, however
// common it believes the words to be; OFFSET 0 has it search by period, and sort before it reads pictures.
var (
	searchNewest = fmt.Sprintf(`
SELECT %s
FROM (
    SELECT image_id AS found, created_at AS published, words, style AS found_style FROM image_words
    WHERE type = $4 AND (created_at, image_id) < ($1, $2) ORDER BY created_at DESC, image_id DESC LIMIT %d
) walked JOIN generated_images ON id = found
WHERE words @@ $6::tsquery AND ($5 = '' OR found_style = $5) AND %s AND %s
ORDER BY published DESC, found DESC
LIMIT $3`, imageColumns, walkLength, isShown, hasAuthorsWords)

	searchPeriods = fmt.Sprintf(`
SELECT %s
FROM (
    SELECT period, found, published
    FROM (
        SELECT period FROM generate_series(
            period_of((SELECT max(created_at) FROM image_words WHERE type = $4 AND created_at <= $1)),
            period_of((SELECT min(created_at) FROM image_words WHERE type = $4)), -1) period
        ORDER BY period DESC
    ) periods CROSS JOIN LATERAL (
        SELECT image_id AS found, created_at AS published FROM image_words
        WHERE prefix_period(words, created_at) @@ replace($6, %s, lpad(period::text, 6, '0'))::tsquery
            AND type || '' = $4 AND ($5 = '' OR style = $5) AND (created_at, image_id) < ($1, $2)
        OFFSET 0
    ) matches
    ORDER BY period DESC, published DESC, found DESC
    OFFSET 0
) sorted JOIN generated_images ON id = found
WHERE %s AND %s
ORDER BY period DESC, published DESC, found DESC
LIMIT $3`, imageColumns, sqlPeriodMark, isShown, hasAuthorsWords)
)

// periodMark stands in a query before each word, in place of its period. No word has it.
const (
	periodMark    = "\x01"
	sqlPeriodMark = `U&'\0001'`
)

// search returns up to n pictures with words after the cursor, newest first.
func (s *Store) search(
	ctx context.Context, f gallery.Filter, after page.TimeCursor, n int,
) (found []gallery.Image, err error) {
	leave, err := s.enterSearch(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	query, err := s.searchQuery(ctx, f.Words)
	if err != nil || query == "" {
		return nil, err
	}
	for _, by := range []struct{ statement, query string }{
		{searchNewest, withoutPeriods(query)}, {searchPeriods, query},
	} {
		found, err = database.QueryRows(ctx, s.pool, pgx.RowToStructByName[gallery.Image], by.statement,
			after.Key, after.ID, n, f.Type, f.Style, by.query)
		if err != nil || len(found) == n {
			break
		}
	}
	return found, err
}

// The bounds of searches: how many a process makes at a time, so that connections are left for lists and
// likes, how many more wait, and for how long.
const (
	maxSearches = 3
	maxWaiting  = 16
	searchWait  = time.Second
)

// enterSearch waits for its turn to search and returns the function that ends it, or gallery.ErrSearchesBusy.
func (s *Store) enterSearch(ctx context.Context) (leave func(), err error) {
	if !s.searchQueue.TryAcquire(1) {
		return nil, gallery.ErrSearchesBusy
	}
	defer s.searchQueue.Release(1)
	limited, cancel := context.WithTimeout(ctx, searchWait)
	defer cancel()
	if s.searches.Acquire(limited, 1) != nil {
		return nil, gallery.ErrSearchesBusy
	}
	return func() { s.searches.Release(1) }, nil
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

// minCorrected is how long a word must be for that, and maxCorrected how many are looked up in a query. A
// word of at most maxWhole characters that is not the last one is meant whole; as a beginning it would be
// that of a good part of all words, which takes long to read.
const (
	minCorrected = 4
	maxCorrected = 3
	maxWhole     = 2
)

// withoutPeriods returns a query for the words alone.
func withoutPeriods(query string) string { return strings.ReplaceAll(query, periodMark, "") }

// searchQuery returns what to search for: pictures that for each of the words have one that begins
// with it or, if no picture ever had one, one that is like it. It returns nothing when there cannot
// be any.
func (s *Store) searchQuery(ctx context.Context, words []string) (query string, err error) {
	unknown, err := database.QueryRows(ctx, s.pool, pgx.RowTo[string], selectUnknown, words)
	if err != nil {
		return "", err
	}
	if len(unknown) > maxCorrected {
		return "", nil
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

// quoteLexeme writes a word of a period as tsquery reads it. Words have neither quotes nor backslashes; were
// there any, they would be read as such.
func quoteLexeme(word string) string {
	return "'" + periodMark + strings.NewReplacer("'", "''", `\`, `\\`).Replace(word) + "'"
}
