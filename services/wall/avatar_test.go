package main

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/avatar"
	"mcwick.example/services/wall/internal/postgres"
	"mcwick.example/services/wall/internal/wall"
)

var loopback = netip.MustParsePrefix("127.0.0.0/8")

// startAvatarServer starts a server that has a picture for every handle except @unknown, and counts
// requests.
func startAvatarServer(t testing.TB, requests *atomic.Int32) string {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 400, 300))); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if r.URL.Path == "/x/unknown" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(picture.Bytes())
	}))
	t.Cleanup(server.Close)
	return server.URL + "/x/{handle}"
}

func TestAvatarIsFetchedOncePerEntry(t *testing.T) {
	w := newEnvironment(t)
	var requests atomic.Int32
	source := avatar.NewSource(avatar.Config{Template: startAvatarServer(t, &requests), AllowedNetwork: loopback})
	now := time.Now()
	pass := wall.FetchAvatars(testkit.DiscardLog(), postgres.NewStore(w.pool, nil), source,
		func() time.Time { return now })
	known, withoutAvatar := w.newEntry(t, "@wick"), w.newEntry(t, "@unknown")
	for range 2 { // the second pass has nothing to do
		if err := pass(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := requests.Load(); n != 2 {
		t.Errorf("requested %d times for two names", n)
	}
	r, err := w.visitors.GetAvatar(t.Context(), &wallv1.GetAvatarRequest{EntryId: known})
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(r.GetData()))
	if err != nil || m.Bounds() != image.Rect(0, 0, avatar.Side, avatar.Side) || r.GetContentType() != "image/jpeg" {
		t.Errorf("%v, %v", m, err)
	}
	for _, id := range []string{withoutAvatar, uuid.NewString(), "x"} {
		if _, err := w.visitors.GetAvatar(t.Context(), &wallv1.GetAvatarRequest{EntryId: id}); !errors.Is(err,
			wall.ErrNoAvatar) {
			t.Errorf("%s: %v", id, err)
		}
	}
	page, err := w.visitors.ListWallEntries(t.Context(), &wallv1.ListWallEntriesRequest{Wall: flame})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.GetEntries() {
		if e.GetHasAvatar() != (e.GetId() == known) {
			t.Errorf("%s: %v", e.GetXHandle(), e.GetHasAvatar())
		}
	}
	now = now.Add(8 * 24 * time.Hour)
	if err := pass(t.Context()); err != nil || requests.Load() != 4 {
		t.Errorf("after they expired: %d, %v", requests.Load(), err)
	}
	if _, err := w.operator.OptOut(t.Context(), &wallv1.OptOutRequest{XHandle: "@wick"}); err != nil ||
		w.count(t, "avatars") != 1 {
		t.Errorf("a picture outlives its entry: %v", err)
	}
}

// Verifies WALL-23.
func TestAvatarGoesOnlyWhenItsSourceHasNone(t *testing.T) {
	w := newEnvironment(t)
	var requests atomic.Int32
	source := &changingSource{AvatarSource: avatar.NewSource(avatar.Config{
		Template: startAvatarServer(t, &requests), AllowedNetwork: loopback,
	})}
	now := time.Now()
	pass := wall.FetchAvatars(testkit.DiscardLog(), postgres.NewStore(w.pool, nil), source,
		func() time.Time { return now })
	id := w.newEntry(t, "@wick")
	for _, step := range []struct {
		failure, want error
	}{{nil, nil}, {errors.New("status 503"), nil}, {wall.ErrNoPicture, wall.ErrNoAvatar}} {
		source.failure = step.failure
		if err := pass(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err := w.visitors.GetAvatar(t.Context(), &wallv1.GetAvatarRequest{EntryId: id})
		if !errors.Is(err, step.want) {
			t.Errorf("after %v: %v, want %v", step.failure, err, step.want)
		}
		now = now.Add(8 * 24 * time.Hour)
	}
}

// TestAvatarsAreDeletedWithoutASource has more of them than one transaction deletes.
// Verifies WALL-24.
func TestAvatarsAreDeletedWithoutASource(t *testing.T) {
	w := newEnvironment(t)
	var requests atomic.Int32
	id := w.newEntry(t, "@wick")
	w.insertEntries(t, "flame", database.BatchSize)
	testkit.Fill(t, w.pool, `INSERT INTO avatars (entry_id, image, next_at)
		SELECT id, '', now() + interval '1 day' FROM wall_entries WHERE id <> $1`, id)
	store := postgres.NewStore(w.pool, nil)
	with := avatar.Config{Template: startAvatarServer(t, &requests), AllowedNetwork: loopback}
	for _, step := range []struct {
		config avatar.Config
		want   int
	}{{with, database.BatchSize + 1}, {avatar.Config{}, 0}, {avatar.Config{}, 0}} {
		if err := updateAvatars(testkit.DiscardLog(), store, step.config)(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.count(t, "avatars"); n != step.want {
			t.Errorf("%d avatars with %q, want %d", n, step.config.Template, step.want)
		}
	}
	if _, err := w.visitors.GetAvatar(t.Context(), &wallv1.GetAvatarRequest{EntryId: id}); !errors.Is(err,
		wall.ErrNoAvatar) {
		t.Errorf("it is served: %v", err)
	}
}

// changingSource is a source that fails where it has a failure.
type changingSource struct {
	wall.AvatarSource
	failure error
}

func (s *changingSource) Get(ctx context.Context, handle string) ([]byte, error) {
	if s.failure != nil {
		return nil, s.failure
	}
	return s.AvatarSource.Get(ctx, handle)
}

// Verifies WALL-20.
func TestNoAvatarOfHiddenEntryIsFetched(t *testing.T) {
	w, moderation := newModerated(t)
	hidden, shown := w.newEntry(t, "@hidden"), w.newEntry(t, "@shown")
	w.applied(t, moderation, hidden, hide)
	due, err := postgres.NewStore(w.pool, nil).EntriesToFetch(t.Context(), time.Now(), 9)
	if err != nil || len(due) != 1 || due[0].ID.String() != shown {
		t.Errorf("due are %v, %v", due, err)
	}
}

// Verifies SORT-13.
func TestFailedAvatarFetchIsRetriedLater(t *testing.T) {
	w := newEnvironment(t)
	id := w.newEntry(t, "@wick")
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter,
		*http.Request) {
		panic(http.ErrAbortHandler)
	}))
	defer server.Close()
	source := avatar.NewSource(avatar.Config{Template: server.URL + "/{handle}", AllowedNetwork: loopback})
	now := time.Now()
	store := postgres.NewStore(w.pool, nil)
	if err := wall.FetchAvatars(testkit.DiscardLog(), store, source,
		func() time.Time { return now })(t.Context()); err != nil {
		t.Fatal(err)
	}
	for later, want := range map[time.Duration]int{59 * time.Minute: 0, time.Hour: 1} {
		if again, err := store.EntriesToFetch(t.Context(), now.Add(later), 9); err != nil || len(again) != want {
			t.Errorf("after %v: %d, %v", later, len(again), err)
		}
	}
	if _, err := w.visitors.GetAvatar(t.Context(), &wallv1.GetAvatarRequest{EntryId: id}); !errors.Is(err,
		wall.ErrNoAvatar) {
		t.Errorf("got %v", err)
	}
	if w.count(t, "avatars WHERE image IS NULL") != 1 || !strings.HasPrefix(w.listBios(t, flame)["@wick"], "Because") {
		t.Error("not recorded, or the entry is gone")
	}
}
