package postgres

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/gallery/internal/gallery"
)

// selectRelatives returns what belongs beside the picture $1, in one statement. Each part reads its
// first rows by an index: generated_images_newest, the primary key, generated_images_parent,
// generated_images_account and generated_images_style.
var selectRelatives = fmt.Sprintf(`
WITH this AS MATERIALIZED (
    SELECT type AS this_type, style AS this_style, created_at AS this_time, parent_id AS this_parent,
        (SELECT a.account FROM authors a WHERE a.account = generated_images.account AND NOT a.is_private) AS this_account
    FROM generated_images WHERE id = $1 AND %[2]s
)
SELECT * FROM (
    (SELECT 'this' AS role, %[1]s FROM generated_images WHERE id = $1 AND %[2]s)
    UNION ALL
    (SELECT 'newer', %[1]s FROM generated_images
    WHERE type = (SELECT this_type FROM this) AND (created_at, id) > ((SELECT this_time FROM this), $1) AND %[2]s
    ORDER BY created_at, id LIMIT 1)
    UNION ALL
    (SELECT 'older', %[1]s FROM generated_images
    WHERE type = (SELECT this_type FROM this) AND (created_at, id) < ((SELECT this_time FROM this), $1) AND %[2]s
    ORDER BY created_at DESC, id DESC LIMIT 1)
    UNION ALL
    (SELECT 'parent', %[1]s FROM generated_images WHERE id = (SELECT this_parent FROM this) AND %[2]s)
    UNION ALL
    (SELECT 'remix', %[1]s FROM generated_images WHERE parent_id = $1 AND %[2]s
    ORDER BY created_at DESC, id DESC LIMIT $2)
    UNION ALL
    (SELECT 'handle', %[1]s FROM generated_images
    WHERE account = (SELECT this_account FROM this) AND id <> $1 AND %[2]s
    ORDER BY created_at DESC, id DESC LIMIT $3)
    UNION ALL
    (SELECT 'style', %[1]s FROM generated_images
    WHERE type = (SELECT this_type FROM this) AND style = (SELECT nullif(this_style, '') FROM this) AND id <> $1 AND %[2]s
    ORDER BY created_at DESC, id DESC LIMIT $3)
) relatives ORDER BY role, created DESC, id DESC`, imageColumns, isShown)

// selectGone relies on the primary key and on generated_images_parent.
const selectGone = `
SELECT (SELECT parent_id IS NOT NULL FROM generated_images WHERE id = $1),
    (SELECT count(*) FROM generated_images WHERE parent_id = $1 AND NOT ` + isShown + `)`

// relative is a picture and what it is to another.
type relative struct {
	gallery.Image
	Role string
}

// Related returns what belongs beside a public picture, or ErrNotFound.
func (s *Store) Related(ctx context.Context, id uuid.UUID) (gallery.Related, error) {
	found, err := database.QueryRows(ctx, s.pool, pgx.RowToStructByName[relative], selectRelatives, id,
		gallery.MaxRemixes, gallery.MaxAlike)
	if err != nil {
		return gallery.Related{}, err
	}
	var r gallery.Related
	isThere := false
	for _, f := range found {
		switch f.Role {
		case "this":
			isThere = true
		case "newer":
			r.Newer = f.ID
		case "older":
			r.Older = f.ID
		case "parent":
			r.Parent = &f.Image
		case "remix":
			r.Remixes = append(r.Remixes, f.Image)
		case "handle":
			r.ByHandle = append(r.ByHandle, f.Image)
		case "style":
			r.InStyle = append(r.InStyle, f.Image)
		}
	}
	if !isThere {
		return gallery.Related{}, gallery.ErrNotFound
	}
	var hasParent *bool
	if err := s.pool.QueryRow(ctx, selectGone, id).Scan(&hasParent, &r.GoneRemixes); err != nil {
		return gallery.Related{}, database.Fault(err)
	}
	r.ParentGone = hasParent != nil && *hasParent && r.Parent == nil
	return r, nil
}
