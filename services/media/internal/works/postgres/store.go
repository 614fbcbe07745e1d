// Package postgres reads works from the service's own database.
package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/publishing/picture"
	"mcwick.example/services/media/internal/works"
)

// Store implements works.Store.
type Store struct{ pool *pgxpool.Pool }

// NewStore returns a store on the service's pool.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool} }

// selectPictures reads pictures, without those that their visitors withdrew, up to the condition of
// a filter.
const selectPictures = `
SELECT 'picture' AS kind, p.id, a.type, coalesce(p.caption, '') AS caption, coalesce(p.signature, '') AS signature,
	jsonb_path_query_array(p.overlays, '$[*].Content') AS texts, p.object_name, p.created_at AS created,
	coalesce(p.hidden_by, 'public') AS state, p.visitor AS maker_device,
	coalesce(p.account, '') AS maker_account, p.lane
FROM publications p JOIN artworks a ON a.id = p.artwork_id
WHERE (p.withdrawn_at IS NULL OR p.hidden_by IS NOT NULL) AND (p.created_at, p.id) < ($1, $2) AND p.created_at >= $4`

// selectVideos is selectPictures for shared videos.
const selectVideos = `
SELECT 'video' AS kind, v.id, v.category AS type, '' AS caption, '' AS signature, jsonb_build_array(v.description) AS texts,
	'videos/' || v.id || '.mp4' AS object_name, v.shared_at AS created,
	CASE WHEN v.hidden_at IS NULL THEN 'public' WHEN d.removed_at IS NOT NULL THEN 'removed'
		WHEN v.hidden_automatically_at = d.decided_at THEN 'reports' ELSE 'operator' END AS state,
	v.visitor AS maker_device, coalesce(v.account, '') AS maker_account, v.lane
FROM videos v LEFT JOIN video_decisions d ON d.video_id = v.id
WHERE v.shared_at IS NOT NULL AND v.withdrawn_at IS NULL AND (v.shared_at, v.id) < ($1, $2) AND v.shared_at >= $4`

// looksLike is the condition of pictures of the artwork of another one, and of those that look like
// it. It reads every hash: no index finds near bit strings, and ten thousand of them take some
// milliseconds.
var looksLike = fmt.Sprintf(` AND EXISTS (
	SELECT FROM publications other JOIN artworks drawn ON drawn.id = other.artwork_id
	WHERE other.id = $5::uuid AND (other.artwork_id = p.artwork_id OR drawn.type = a.type
		AND bit_count(other.picture_hash # p.picture_hash) <= CASE a.type WHEN 'pfp' THEN %d ELSE %d END))`,
	picture.SameDistance, picture.SameDistanceWithTexts)

// statements are the queries by filter. Those of both kinds read a page of each and merge them. They
// rely on publications_works and videos_shared, and on the indexes of the same names _of_visitor,
// _of_account and _of_lane.
var statements = map[works.Filter]string{
	works.FilterNone:    merge("", ""),
	works.FilterDevice:  merge(` AND p.visitor = $5`, ` AND v.visitor = $5`),
	works.FilterID:      merge(` AND p.id = $5::uuid`, ` AND v.id = $5::uuid`),
	works.FilterLane:    merge(` AND p.lane = $5 AND p.lane <> ''`, ` AND v.lane = $5 AND v.lane <> ''`),
	works.FilterAccount: merge(` AND p.account = $5`, ` AND v.account = $5`),
	// a video has no hash
	works.FilterLooksLike: selectPictures + looksLike + newestFirst,
	// only pictures are held; publications_held
	works.FilterHeld: selectPictures + ` AND p.picture_check = 'held' AND p.hidden_by = 'check'` + newestFirst,
}

const newestFirst = ` ORDER BY created DESC, id DESC LIMIT $3`

func merge(pictures, videos string) string {
	return "(" + selectPictures + pictures + newestFirst + ") UNION ALL (" + selectVideos + videos + newestFirst + ")" +
		newestFirst
}

// Works returns up to q.Limit works after the cursor, newest first.
func (s *Store) Works(ctx context.Context, q works.Query) ([]works.Work, error) {
	args := []any{q.After.Key, q.After.ID, q.Limit, q.Since}
	if q.Value != "" {
		args = append(args, q.Value)
	}
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[works.Work], statements[q.By], args...)
}
