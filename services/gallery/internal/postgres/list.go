package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// newestAfter is the end of every list that is newest first.
const newestAfter = ` AND (created_at, id) < ($1, $2) AND ` + isShown + `
ORDER BY created_at DESC, id DESC
LIMIT $3`

// selectNewest and selectNewestOfStyle rely on the indexes generated_images_newest (type, created_at
// DESC, id DESC) and generated_images_style (type, style, …), which read any page at the same cost.
const (
	selectNewest        = selectImage + ` WHERE type = $4` + newestAfter
	selectNewestOfStyle = selectImage + ` WHERE type = $4 AND style = $5` + newestAfter
)

// ListNewest returns up to n public pictures after the cursor, newest first.
func (s *Store) ListNewest(
	ctx context.Context, f gallery.Filter, after page.TimeCursor, n int,
) ([]gallery.Image, error) {
	list := func(query string, args ...any) ([]gallery.Image, error) {
		return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[gallery.Image], query,
			append([]any{after.Key, after.ID, n}, args...)...)
	}
	switch {
	case f.Handle != "":
		return s.listByHandle(ctx, f, list)
	case len(f.Words) > 0:
		return s.search(ctx, f, after, n)
	case f.Style != "":
		return list(selectNewestOfStyle, f.Type, f.Style)
	default:
		return list(selectNewest, f.Type)
	}
}

// rankedAfter is the end of every list by likes: it sorts ranks, unless they are read in order, and
// then reads pictures until the page is full.
const rankedAfter = `
SELECT ` + imageColumns + `, rank
FROM (SELECT * FROM ranks WHERE (rank, ranked) < ($1, $2) ORDER BY rank DESC, ranked DESC) after
JOIN generated_images ON id = ranked
WHERE ` + isShown + `
ORDER BY rank DESC, ranked DESC
LIMIT $3`

// selectRanked returns the query of an order of all pictures by a column of image_ranks.
func selectRanked(column, ofStyle string) string {
	return fmt.Sprintf(`
WITH ranks AS NOT MATERIALIZED (SELECT image_id AS ranked, %s AS rank FROM image_ranks WHERE type = $4%s)`+rankedAfter,
		column, ofStyle)
}

// selectRecent returns the query of the most liked pictures of the last time. The planner must not
// look for them among all pictures by likes.
func selectRecent(interval, ofStyle string) string {
	return fmt.Sprintf(`
WITH ranks AS MATERIALIZED (
    SELECT image_id AS ranked, likes AS rank FROM image_ranks WHERE type = $4 AND created_at > now() - interval '%s'%s
)`+rankedAfter, interval, ofStyle)
}

// ofStyle narrows a list to one style.
const ofStyle = ` AND style = $5`

// rankedQueries are the queries of the orders by likes, of all styles and of one. Those of all time
// rely on the indexes image_ranks_top and image_ranks_trending and, of one style, on
// image_ranks_top_style and image_ranks_trending_style. Those of a day and a week read all that was
// published in that time from image_ranks_recent.
var rankedQueries = map[gallery.Sort][2]string{
	gallery.SortTop:      {selectRanked("likes", ""), selectRanked("likes", ofStyle)},
	gallery.SortTrending: {selectRanked("trending", ""), selectRanked("trending", ofStyle)},
	gallery.SortDay:      {selectRecent("24 hours", ""), selectRecent("24 hours", ofStyle)},
	gallery.SortWeek:     {selectRecent("7 days", ""), selectRecent("7 days", ofStyle)},
}

// ListRanked returns up to n public pictures after the cursor, in an order by likes.
func (s *Store) ListRanked(
	ctx context.Context, f gallery.Filter, by gallery.Sort, after page.CountCursor, n int,
) ([]gallery.RankedImage, error) {
	queries, args := rankedQueries[by], []any{after.Key, after.ID, n, f.Type}
	query := queries[0]
	if f.Style != "" {
		query, args = queries[1], append(args, f.Style)
	}
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[gallery.RankedImage], query, args...)
}
