package postgres

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/events"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/video/speech"
	"mcwick.example/services/media/internal/video/videos"
)

// Verifies SPEECH-15.
func TestCopySpeechFindsFingerprint(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	store := NewStore(pool, events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media"))
	now := time.Now().Truncate(time.Microsecond)
	add := func(fingerprint string, age time.Duration) videos.Speech {
		t.Helper()
		s := videos.Speech{ID: uuid.New(), Visitor: "ann", Sound: uuid.New(), Text: "gm", Duration: time.Second,
			Words: []speech.Word{}, Created: now.Add(-age), Fingerprint: []byte(fingerprint)}
		s, err := store.AddSpeech(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	find := func(fingerprint string) (videos.Speech, error) {
		return store.CopySpeech(t.Context(), videos.Original{Fingerprint: []byte(fingerprint)},
			videos.SpeechCopy{ID: uuid.New(), Visitor: "bob", Created: now})
	}
	add("", 0) // has no fingerprint to be found by
	older, newer := add("gm", 2*time.Hour), add("gm", time.Hour)
	copied, err := find("gm")
	if err != nil || copied.Sound != newer.Sound || copied.Visitor != "bob" || string(copied.Fingerprint) != "gm" {
		t.Errorf("%+v, %v", copied, err)
	}
	if _, err := find("gn"); !errors.Is(err, videos.ErrSpeechNotFound) {
		t.Errorf("another one: %v", err)
	}
	testkit.Exec(t, pool, `DELETE FROM speeches WHERE id = ANY($1)`, []uuid.UUID{older.ID, newer.ID})
	if again, err := find("gm"); err != nil || again.Sound != newer.Sound {
		t.Errorf("of a copy: %+v, %v", again, err)
	}
}

// Speeches of the last release have no fingerprint; generation identifies them by their ids.
func TestCopiedSpeechGetsFingerprint(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	store := NewStore(pool, events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media"))
	first, err := store.AddSpeech(t.Context(),
		videos.Speech{ID: uuid.New(), Visitor: "ann", Sound: uuid.New(), Text: "gm", Duration: time.Second,
			Words: []speech.Word{}, Created: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []videos.Original{{ID: first.ID, Fingerprint: []byte("gm")}, {Fingerprint: []byte("gm")}} {
		copied, err := store.CopySpeech(t.Context(), from,
			videos.SpeechCopy{ID: uuid.New(), Visitor: "bob", Created: time.Now()})
		if err != nil || copied.Sound != first.Sound || string(copied.Fingerprint) != "gm" {
			t.Errorf("%+v: %+v, %v", from, copied, err)
		}
	}
	if s, err := store.Speech(t.Context(), first.ID); err != nil || s.Fingerprint != nil {
		t.Errorf("the first is %+v, %v", s, err)
	}
	copied, err := store.CopySpeech(t.Context(), videos.Original{ID: first.ID},
		videos.SpeechCopy{ID: uuid.New(), Visitor: "bob", Created: time.Now()})
	if err != nil || copied.Sound != first.Sound || copied.Fingerprint != nil {
		t.Errorf("by its id: %+v, %v", copied, err)
	}
}

func TestFingerprintLookupUsesIndex(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	testkit.Fill(t, pool, `INSERT INTO speeches (id, visitor, sound, text, duration_ms, words, created_at, fingerprint)
		SELECT gen_random_uuid(), 'ann', gen_random_uuid(), 'gm', 1, '[]', now(), sha256(n::text::bytea) FROM generate_series(1, 10000) n`)
	testkit.Fill(t, pool, `ANALYZE speeches`)
	testkit.CheckUsesIndex(t, pool, "speeches_fingerprint", strings.ReplaceAll(newestOf, "$4", "$1"), []byte{1})
}

// TestCopiesKnowWhoWroteTheScript copies one speech for visitors whose texts came from elsewhere: what
// AI wrote stays AI's when a visitor types it again.
// Verifies AI-10.
func TestCopiesKnowWhoWroteTheScript(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	store := NewStore(pool, events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media"))
	for _, c := range []struct{ original, copied, want videos.ScriptSource }{
		{videos.ScriptAI, videos.ScriptVisitor, videos.ScriptAI},
		{videos.ScriptAI, videos.ScriptUnknown, videos.ScriptAI},
		{videos.ScriptVisitor, videos.ScriptAI, videos.ScriptAI},
		{videos.ScriptVisitor, videos.ScriptVisitor, videos.ScriptVisitor},
		{videos.ScriptVisitor, videos.ScriptUnknown, videos.ScriptVisitor},
		{videos.ScriptUnknown, videos.ScriptVisitor, videos.ScriptVisitor},
		{videos.ScriptUnknown, videos.ScriptUnknown, videos.ScriptUnknown},
	} {
		first, err := store.AddSpeech(t.Context(), videos.Speech{ID: uuid.New(), Visitor: "ann", Sound: uuid.New(),
			Text: "gm", Duration: time.Second, Words: []speech.Word{}, Created: time.Now(), ScriptSource: c.original})
		if err != nil || first.ScriptSource != c.original {
			t.Fatal(first.ScriptSource, err)
		}
		copied, err := store.CopySpeech(t.Context(), videos.Original{ID: first.ID},
			videos.SpeechCopy{ID: uuid.New(), Visitor: "bob", ScriptSource: c.copied, Created: time.Now()})
		if err != nil || copied.ScriptSource != c.want {
			t.Errorf("%+v: %q, %v", c, copied.ScriptSource, err)
		}
	}
}
