package main

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/objects/objectstest"
	"mcwick.example/services/media/internal/objects/sweep"
	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/media/internal/video/videos"
)

// newEnvironmentOn returns a service that keeps its objects in a store, and the store's bucket.
func newEnvironmentOn(t *testing.T, store *objectstest.Store) (*environment, *objects.Bucket) {
	t.Helper()
	w := prepareEnvironmentOn(t, store.Address)
	w.Start(t)
	bucket, err := objects.Open(t.Context(), store.Address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bucket.Close() })
	return w, bucket
}

// TestWithdrawnPictureIsGoneBeforeItsBytesAre has an object store that rejects deletions, and one
// that hangs.
// Verifies SORT-4.
func TestWithdrawnPictureIsGoneBeforeItsBytesAre(t *testing.T) {
	store := objectstest.New(t)
	w, bucket := newEnvironmentOn(t, store)
	for name, away := range map[string]func(){"refuses": store.RefuseDeletes, "hangs": store.HangDeletes} {
		t.Run(name, func(t *testing.T) {
			p, other := w.publish(t, "ann", ""), w.publish(t, "ann", "")
			w.shown(t, p, http.StatusOK)
			away()
			_, err := w.client.WithdrawPublication(withVisitor(t.Context(), ""),
				&mediav1.WithdrawPublicationRequest{PublicationId: p.GetId()})
			if err != nil {
				t.Errorf("it is withdrawn, and the visitor gets %v", err)
			}
			w.shown(t, p, http.StatusGone)
			w.shown(t, other, http.StatusOK)
			for _, form := range objectForms(p) {
				if _, err := bucket.Get(t.Context(), form); err != nil {
					t.Errorf("%s should be there still: %v", form, err)
				}
			}
			if age := w.metric(t, "mcwick_media_deletions_age_seconds"); age <= 0 {
				t.Errorf("the oldest waits for %v s", age)
			}
			store.Delete()
			pool := w.Database(t)
			testkit.Exec(t, pool, `UPDATE object_deletions SET next_at = now()`)
			if err := deletion.New(pool, bucket, publications.Forms).Pass(t.Context()); err != nil {
				t.Error(err)
			}
			for _, form := range objectForms(p) {
				if _, err := bucket.Get(t.Context(), form); err == nil {
					t.Errorf("%s is there", form)
				}
			}
			w.shown(t, p, http.StatusGone)
		})
	}
}

// metric returns a metric of the operations port. All services of a process share their metrics, so
// a test that reads one does not run in parallel.
func (w *environment) metric(t *testing.T, name string) float64 {
	t.Helper()
	_, text := testkit.Send(t, http.DefaultClient, http.MethodGet, w.OpsURL("/metrics"), "")
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			fields := strings.Fields(rest)
			value, err := strconv.ParseFloat(fields[len(fields)-1], 64)
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
	}
	t.Fatalf("%s has no value", name)
	return 0
}

// TestRemovedVideoIsGoneBeforeItsBytesAre has an operator remove a video while the object store
// rejects deletions.
// Verifies SORT-4.
func TestRemovedVideoIsGoneBeforeItsBytesAre(t *testing.T) {
	store := objectstest.New(t)
	w, bucket := newEnvironmentOn(t, store)
	v := videos.Video{ID: uuid.New(), Sound: uuid.New()}
	sound := videos.Speech{Sound: v.Sound}.ObjectName()
	for _, name := range append(v.SharedObjects(), sound) {
		if err := bucket.Put(t.Context(), name, "", []byte("bytes")); err != nil {
			t.Fatal(err)
		}
	}
	testkit.Exec(t, w.Database(t),
		`INSERT INTO videos (id, visitor, sound, category, pfp, description, duration_ms, created_at, shared_at)
		VALUES ($1, 'ann', $2, 'subway', 'pfp1', 'gm', 1, now(), now())`, v.ID, v.Sound)
	store.RefuseDeletes()
	w.status(t, sound) // the process has loaded by now what is hidden
	operatorClient := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
	if _, err := operatorClient.RemoveVideo(t.Context(),
		&mediav1.RemoveVideoRequest{VideoId: v.ID.String()}); err != nil {
		t.Errorf("it is removed, and the operator gets %v", err)
	}
	for _, name := range v.SharedObjects() {
		if status, cached := w.status(t, name); status != http.StatusGone || cached {
			t.Errorf("%s: %d, cached %v", name, status, cached)
		}
	}
	if status, _ := w.status(t, sound); status != http.StatusOK {
		t.Errorf("the sound is its visitor's, and answers %d", status)
	}
}

// TestKillBetweenBytesAndRow kills the program while the transaction of a publication waits: its
// picture is stored, and has no row.
// Verifies SORT-5.
func TestKillBetweenBytesAndRow(t *testing.T) {
	t.Parallel()
	program := testkit.BuildProgram(t)
	w := prepareEnvironment(t)
	kill := w.StartProcess(t, program)
	artwork := w.store(t).GetArtworkId()
	pool := w.Database(t)
	holder, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, holder, `SET LOCAL idle_in_transaction_session_timeout = 0`) // until the picture is painted
	testkit.Exec(t, holder, `SELECT FROM artworks WHERE id = $1 FOR UPDATE`, artwork)
	key := uuid.NewString()
	publish := &mediav1.PublishRequest{ArtworkId: artwork, Overlays: []*mediav1.Overlay{gmOverlay()}}
	ended := make(chan error, 1)
	go func() {
		_, err := w.client.Publish(withVisitor(t.Context(), key), publish)
		ended <- err
	}()
	testkit.Eventually(t, "the picture is stored and its row waits", func() bool {
		return testkit.QueryOne[bool](t, pool, `SELECT EXISTS (SELECT FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO publications%')`)
	})
	if n := w.memes(t); n != 3 {
		t.Errorf("%d objects were stored before the row, not a picture in three forms", n)
	}
	kill()
	if err := <-ended; err == nil {
		t.Error("the publication was answered")
	}
	if err := holder.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}

	w.StartProcess(t, program)
	var again *mediav1.Publication
	testkit.Eventually(t, "a repeat, as the page makes it, is published", func() bool {
		again, err = w.client.Publish(withVisitor(t.Context(), key), publish)
		return err == nil
	})
	w.shown(t, again, http.StatusOK)
	bucket, err := objects.Open(t.Context(), "file://"+w.objects+"?no_tmp_dir=true&metadata=skip")
	if err != nil {
		t.Fatal(err)
	}
	defer bucket.Close()
	later := func() time.Time { return time.Now().Add(2 * time.Hour) }
	owner := sweep.Owner{Name: "sweep", Prefixes: publications.Prefixes, Existing: postgres.NewStore(pool, nil).Kept}
	if err := sweep.New(owner, sweep.NewCursors(pool), bucket, later).Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := w.memes(t); n != 3 {
		t.Errorf("%d objects after the sweep, not those of one publication", n)
	}
	w.shown(t, again, http.StatusOK)
}
