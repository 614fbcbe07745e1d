package postgres_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/postgres/migrations/migrationstest"
	"mcwick.example/services/media/internal/video/postgres"
	"mcwick.example/services/media/internal/video/speech"
	"mcwick.example/services/media/internal/video/videos"
)

// addAsLastRelease adds a speech and a video with the statements of the release before sources.
func addAsLastRelease(t *testing.T, pool *pgxpool.Pool) (id uuid.UUID) {
	t.Helper()
	id = uuid.New()
	for _, statement := range []string{
		`INSERT INTO speeches (id, visitor, sound, text, duration_ms, words, created_at) VALUES ($1, 'ann', $1, 'gm', 1, '[]', now())`,
		`INSERT INTO videos (id, visitor, sound, category, pfp, description, duration_ms, created_at)
			VALUES ($1, 'ann', $1, 'subway', 'pfp1', 'gm', 1, now())`,
	} {
		testkit.Exec(t, pool, statement, id)
	}
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
	store := postgres.NewStore(pool, events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media"))
	for name, id := range map[string]uuid.UUID{"before the migration": old,
		"beside this release": addAsLastRelease(t, pool)} {
		s, err := store.Speech(t.Context(), id)
		if err != nil || s.Origin != (origin.Origin{}) {
			t.Errorf("%s: speech %+v, %v", name, s, err)
		}
		v, err := store.Video(t.Context(), id)
		if err != nil || v.Source != origin.SourceUnknown {
			t.Errorf("%s: video %+v, %v", name, v, err)
		}
	}
}

// Verifies AI-3.
func TestCopiedSpeechKeepsSource(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	store := postgres.NewStore(pool, events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media"))
	origin := origin.Origin{Source: origin.SourceComposer, Generator: "demo-voice"}
	first := videos.Speech{ID: uuid.New(), Visitor: "ann", Sound: uuid.New(), Text: "gm", Duration: time.Second,
		Words: []speech.Word{}, Created: time.Now(), Origin: origin}
	if _, err := store.AddSpeech(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if c, err := store.CopySpeech(t.Context(), videos.Original{ID: first.ID},
		videos.SpeechCopy{ID: uuid.New(), Visitor: "bob", Created: time.Now()}); err != nil || c.Origin != origin {
		t.Errorf("%+v, %v", c, err)
	}
}
