package postgres_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/postgres/migrations/migrationstest"
)

// addAsLastRelease adds an artwork with the statement of the release before sources.
func addAsLastRelease(t *testing.T, pool *pgxpool.Pool) (id uuid.UUID) {
	t.Helper()
	id = uuid.New()
	testkit.Exec(t, pool, `INSERT INTO artworks
			(id, visitor, type, prompt, action, scene, style, object_name, created_at, traits, seed)
		VALUES ($1, 'ann', 'meme', '', '', '', '', '', now(), '{}', 0)`, id)
	return id
}

// Verifies AI-4.
func TestRowsOfLastReleaseHaveNoSource(t *testing.T) {
	t.Parallel()
	url := testkit.DatabaseURL(t, migrationstest.Before(t, "00015"))
	pool := testkit.Connect(t, url)
	old := addAsLastRelease(t, pool)
	if err := testkit.Migrate(t, url, migrations.Schema); err != nil {
		t.Fatal(err)
	}
	store := newStore(pool)
	for name, id := range map[string]uuid.UUID{"before the migration": old,
		"beside this release": addAsLastRelease(t, pool)} {
		a, err := store.Artwork(t.Context(), id)
		if err != nil || a.Origin != (origin.Origin{}) {
			t.Errorf("%s: artwork %+v, %v", name, a, err)
		}
	}
}
