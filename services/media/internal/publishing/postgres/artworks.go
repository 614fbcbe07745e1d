package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

// Artwork returns a stored artwork by its primary key, or publications.ErrArtworkNotFound, also when
// it was deleted. Its publications are counted by publications_artwork.
func (s *Store) Artwork(ctx context.Context, id uuid.UUID) (publications.Artwork, error) {
	return database.QueryRow(ctx, s.pool, publications.ErrArtworkNotFound, pgx.RowToStructByName[publications.Artwork],
		`SELECT id, visitor, type, prompt, action, scene, style, traits, seed, object_name, created_at AS created, source, generator,
			(SELECT count(*) FROM publications WHERE artwork_id = artworks.id) AS publications
		FROM artworks WHERE id = $1 AND NOT deleted`, id)
}

// AddArtwork records an artwork unless it exists.
func (s *Store) AddArtwork(ctx context.Context, a publications.Artwork) error {
	return database.Fault(addArtwork(ctx, s.pool, a))
}

// execer is a pool or a transaction.
type execer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

func addArtwork(ctx context.Context, to execer, a publications.Artwork) error {
	_, err := to.Exec(ctx,
		`INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at, traits, seed,
			source, generator)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, '{}'::jsonb), $11, $12, $13) ON CONFLICT (id) DO NOTHING`,
		a.ID, a.Visitor, a.Type, a.Prompt, a.Action, a.Scene, a.Style, a.ObjectName, a.Created, a.Traits, a.Seed,
		a.Source,
		a.Generator)
	return err
}

// selectFormerPortraits relies on artworks_former_portraits, whose condition it repeats.
const selectFormerPortraits = `SELECT id::text FROM artworks WHERE type = 'pfp' AND object_name LIKE 'generated/%'`

// FormerPortraits returns the ids of artworks that releases before this one stored beside published
// portraits.
func (s *Store) FormerPortraits(ctx context.Context) ([]string, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowTo[string], selectFormerPortraits)
}
