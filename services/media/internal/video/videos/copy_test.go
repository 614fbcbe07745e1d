package videos_test

import (
	"testing"
	"time"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/video/postgres"
)

// TestCopyKeepsObjectOfExpiredSpeech copies a speech, the last one of its sound, while it is being
// deleted.
func TestCopyKeepsObjectOfExpiredSpeech(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	old := f.spoken(t, time.Now().Add(-8*24*time.Hour))
	copying, err := f.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`SELECT FROM speeches WHERE id = $1 FOR SHARE`,
		`INSERT INTO speeches SELECT gen_random_uuid(), 'bob', sound, text, duration_ms, words, now() FROM speeches WHERE id = $1`,
	} {
		testkit.Exec(t, copying, statement, old.ID)
	}
	forgotten := make(chan error, 1)
	go func() { forgotten <- postgres.NewRetention(f.pool, newRelay(f.pool)).Expire(t.Context(), time.Now()) }()
	testkit.Eventually(t, "retention waits for the copy", func() bool {
		return testkit.QueryOne[bool](t, f.pool, `SELECT EXISTS (SELECT FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM speeches%')`)
	})
	if err := copying.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-forgotten; err != nil {
		t.Fatal(err)
	}
	if err := f.deleter().Pass(t.Context()); err != nil ||
		f.bucket.Count(t, old.ObjectName(), old.CaptionsName()) != 2 {
		t.Errorf("the copy has lost its sound: %v", err)
	}
}
