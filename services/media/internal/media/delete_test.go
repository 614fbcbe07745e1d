package media_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/media"
	"mcwick.example/services/media/internal/objects/objectstest"
)

// waiting counts the objects that are still to be deleted.
func (a attic) waiting(t *testing.T) (n int) {
	t.Helper()
	if err := a.pool.QueryRow(t.Context(), `SELECT count(*) FROM object_deletions`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// retried makes due what was tried before.
func (a attic) retried(t *testing.T) {
	t.Helper()
	if _, err := a.pool.Exec(t.Context(), `UPDATE object_deletions SET next_at = next_at - $1::interval`, media.DeleteEvery); err != nil {
		t.Fatal(err)
	}
}

func TestDeletionsAreTriedUntilTheStoreDeletes(t *testing.T) {
	store := objectstest.New(t)
	a := setupOn(t, store.Address)
	withdrawn := forms(a.old.ObjectName)
	speech := a.spoken(t, time.Now().Add(-8*24*time.Hour))
	expired := []string{speech.ObjectName(), speech.CaptionsName()}
	store.RefuseDeletes()
	if err := media.Retention(a.retention(), time.Now)(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := media.NewDeleter(a.store, a.bucket).Pass(t.Context()); err == nil {
			t.Error("nothing is wrong with a store that deletes nothing")
		}
		if err := media.NewDeleter(a.store, a.bucket).Pass(t.Context()); err != nil {
			t.Errorf("another process tried the same at once: %v", err)
		}
		a.retried(t)
	}
	if n := a.waiting(t); n != 3 {
		t.Errorf("%d objects wait, not a picture and a speech with its subtitles", n)
	}
	store.Delete()
	if err := media.NewDeleter(a.store, a.bucket).Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := a.there(t, append(withdrawn, expired...)...); n != 0 || a.waiting(t) != 0 {
		t.Errorf("%d objects are left, %d wait", n, a.waiting(t))
	}
	if n := a.there(t, append(forms(a.ann.ObjectName), forms(a.hidden.ObjectName)...)...); n != 6 {
		t.Errorf("%d of six objects are there that nobody withdrew", n)
	}
}

func TestAPassDeletesMoreThanABatch(t *testing.T) {
	a := setup(t)
	var names []string
	for range 250 {
		names = append(names, "ai-generations/"+uuid.NewString()+".png")
		a.put(t, names[len(names)-1])
	}
	if _, err := a.pool.Exec(t.Context(), `INSERT INTO object_deletions (object_name, withdrawn) SELECT unnest($1::text[]), false`, names); err != nil {
		t.Fatal(err)
	}
	if err := media.NewDeleter(a.store, a.bucket).Pass(t.Context()); err != nil || a.there(t, names...) != 0 || a.waiting(t) != 0 {
		t.Errorf("%d objects are left, %d wait, %v", a.there(t, names...), a.waiting(t), err)
	}
}

// TestACopyKeepsTheSoundOfASpeechThatExpires has a copy that is made while its source, the last speech of its sound, is being forgotten.
func TestACopyKeepsTheSoundOfASpeechThatExpires(t *testing.T) {
	a := setup(t)
	old := a.spoken(t, time.Now().Add(-8*24*time.Hour))
	copying, err := a.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`SELECT FROM speeches WHERE id = $1 FOR SHARE`,
		`INSERT INTO speeches SELECT gen_random_uuid(), 'bob', sound, text, duration_ms, words, now() FROM speeches WHERE id = $1`,
	} {
		if _, err := copying.Exec(t.Context(), statement, old.ID); err != nil {
			t.Fatal(err)
		}
	}
	forgotten := make(chan error, 1)
	go func() { forgotten <- media.Retention(a.retention(), time.Now)(t.Context()) }()
	testkit.Eventually(t, "retention waits for the copy", func() (waits bool) {
		err := a.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM speeches%')`).Scan(&waits)
		if err != nil {
			t.Fatal(err)
		}
		return waits
	})
	if err := copying.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-forgotten; err != nil {
		t.Fatal(err)
	}
	if err := media.NewDeleter(a.store, a.bucket).Pass(t.Context()); err != nil || a.there(t, old.ObjectName(), old.CaptionsName()) != 2 {
		t.Errorf("the copy has lost its sound: %v", err)
	}
}
