package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/operator"
	"mcwick.example/platform/page"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/video/videos"
)

const selectTemplate = `SELECT id, category, object_name, created_at AS created FROM bictok_videos`

// Template returns one of the templates of a category, the same one for the same id as long as the
// set stays the same, or videos.ErrNoTemplate. The table has a handful of rows.
func (s *Store) Template(ctx context.Context, category string, id uuid.UUID) (videos.Template, error) {
	return database.QueryRow(ctx, s.pool, videos.ErrNoTemplate, pgx.RowToStructByName[videos.Template],
		selectTemplate+` WHERE category = $1 AND removed_at IS NULL ORDER BY md5(id::text || $2::text) LIMIT 1`,
		category, id.String())
}

// Templates returns the templates in use, newest first.
func (s *Store) Templates(ctx context.Context, after page.TimeCursor, n int) ([]videos.Template, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[videos.Template],
		selectTemplate+
			` WHERE removed_at IS NULL AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3`,
		after.Key, after.ID, n)
}

// Missing returns those of the ids that no template has, or had.
func (s *Store) Missing(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowTo[uuid.UUID],
		`SELECT unnest($1::uuid[]) EXCEPT SELECT id FROM bictok_videos`, ids)
}

const insertTemplate = `INSERT INTO bictok_videos (id, category, object_name, created_at) VALUES ($1, $2, $3, $4)`

// SeedTemplate records a built-in template unless it exists, or existed.
func (s *Store) SeedTemplate(ctx context.Context, t videos.Template) error {
	_, err := s.pool.Exec(ctx, insertTemplate+` ON CONFLICT (id) DO NOTHING`, t.ID, t.Category, t.ObjectName, t.Created)
	return database.Fault(err)
}

// AddTemplate records a template with its operator, also one that was removed before, unless it is
// in use, and returns the stored one.
func (s *Store) AddTemplate(ctx context.Context, t videos.Template, note string) (stored videos.Template, err error) {
	err = database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, insertTemplate+
			` ON CONFLICT (id) DO UPDATE SET removed_at = NULL WHERE bictok_videos.removed_at IS NOT NULL`,
			t.ID, t.Category, t.ObjectName, t.Created)
		if err == nil && tag.RowsAffected() == 1 {
			err = operator.RecordAct(ctx, tx, "add-template", t.ID.String(), note)
		}
		if err != nil {
			return err
		}
		stored, err = database.QueryRow(ctx, tx, videos.ErrTemplateNotFound, pgx.RowToStructByName[videos.Template],
			selectTemplate+` WHERE id = $1`, t.ID)
		return err
	})
	return stored, database.Fault(err)
}

// RemoveTemplate takes a template out of use and records the operator, or returns
// videos.ErrTemplateNotFound; a repeat changes nothing.
func (s *Store) RemoveTemplate(ctx context.Context, id uuid.UUID, note string, now time.Time) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		removed, err := database.QueryRow(ctx, tx, videos.ErrTemplateNotFound, pgx.RowTo[*time.Time],
			`SELECT removed_at FROM bictok_videos WHERE id = $1 FOR UPDATE`, id)
		if err != nil || removed != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE bictok_videos SET removed_at = $2 WHERE id = $1`, id, now); err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, "remove-template", id.String(), note)
	}))
}
