package postgres

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// takeNotices returns what the outbox has, and empties it.
func takeNotices(t *testing.T, pool *pgxpool.Pool) (all []*galleryv1.ListChanged) {
	t.Helper()
	rows, err := database.QueryRows(t.Context(), pool, pgx.RowTo[[]byte],
		`WITH taken AS (DELETE FROM outbox WHERE topic = $1 RETURNING id, payload) SELECT payload FROM taken ORDER BY id`,
		galleryv1.TopicList)
	if err != nil {
		t.Fatal(err)
	}
	for _, payload := range rows {
		n := &galleryv1.ListChanged{}
		if err := proto.Unmarshal(payload, n); err != nil {
			t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// A notice of a new picture is of one that is in the lists: not of one whose withdrawal came first,
// not of a repeat, and not of what was published long ago. One that was held until it was judged is
// announced when it is shown first, and none when it is shown again.
// Verifies LIVE-1.
func TestNoticesAreOfWhatIsListed(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	inTx := func(f func(ctx context.Context, tx pgx.Tx) error) {
		t.Helper()
		if err := database.InTx(t.Context(), pool, func(tx pgx.Tx) error { return f(t.Context(), tx) }); err != nil {
			t.Fatal(err)
		}
	}
	add := func(created time.Time, id uuid.UUID) {
		t.Helper()
		inTx(func(ctx context.Context, tx pgx.Tx) error {
			return Artworks{}.Add(ctx, tx, gallery.Artwork{Image: gallery.Image{ID: id, Type: gallery.TypePFP,
				ObjectName: "generated/x.png", Created: created}})
		})
	}
	withdrawAt := func(at time.Time, id uuid.UUID, version int) {
		t.Helper()
		inTx(func(ctx context.Context, tx pgx.Tx) error { return Artworks{}.Withdraw(ctx, tx, id, version, at) })
	}
	withdraw := func(id uuid.UUID, version int) {
		t.Helper()
		withdrawAt(time.Now(), id, version)
	}
	fresh, old, early := uuid.New(), uuid.New(), uuid.New()
	add(time.Now(), fresh)
	add(time.Now(), fresh)
	add(time.Now().Add(-time.Hour), old)
	got := takeNotices(t, pool)
	if len(got) != 1 || len(got[0].Added) != 1 || got[0].Added[0].ImageId != fresh.String() ||
		got[0].Added[0].Type != "pfp" {
		t.Errorf("new pictures: %v", got)
	}
	withdraw(early, 1)
	withdraw(fresh, 3)
	withdraw(fresh, 1) // came late
	add(time.Now(), early)
	got = takeNotices(t, pool)
	if len(got) != 2 || !slices.Equal(got[0].RemovedIds, []string{early.String()}) ||
		!slices.Equal(got[1].RemovedIds, []string{fresh.String()}) {
		t.Errorf("withdrawn pictures: %v", got)
	}
	held, oldHeld := uuid.New(), uuid.New()
	for id, created := range map[uuid.UUID]time.Time{held: time.Now(), oldHeld: time.Now().Add(-time.Hour)} {
		withdrawAt(created, id, 1)
		add(created, id)
	}
	takeNotices(t, pool)
	for _, id := range []uuid.UUID{held, held, oldHeld, early, fresh} {
		inTx(func(ctx context.Context, tx pgx.Tx) error { return Artworks{}.Restore(ctx, tx, id, 4, time.Now()) })
	}
	withdraw(held, 5)
	inTx(func(ctx context.Context, tx pgx.Tx) error { return Artworks{}.Restore(ctx, tx, held, 6, time.Now()) })
	got = takeNotices(t, pool)
	if len(got) != 2 || len(got[0].Added) != 1 || got[0].Added[0].ImageId != held.String() ||
		len(got[1].RemovedIds) != 1 {
		t.Errorf("shown pictures: %v", got)
	}
}

// The likes of a second are one count of each picture. While a notice waits in the outbox none is
// added, and none is lost.
// Verifies LIVE-3.
func TestChangedCountsAreAnnounced(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	images := insertImages(t, pool, maxLikeCounts+1)
	relay := events.NewNoticeRelay(testkit.DiscardLog(), pool, events.Config{}, "gallery")
	announce := s.AnnounceLikes(relay)
	run := func() {
		t.Helper()
		if err := announce(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	like := func(image uuid.UUID, visitors ...string) {
		t.Helper()
		for _, v := range visitors {
			if _, err := s.Like(t.Context(), image, gallery.Identity{Visitor: v, Settled: true}); err != nil {
				t.Fatal(err)
			}
		}
	}
	run()
	if got := takeNotices(t, pool); len(got) != 0 {
		t.Errorf("announced without a like: %v", got)
	}
	like(images[0], "a", "b", "a")
	run()
	like(images[0], "c")
	run() // the first waits
	got := takeNotices(t, pool)
	if len(got) != 1 || len(got[0].Likes) != 1 || got[0].Likes[0].Likes != 2 ||
		got[0].Likes[0].ImageId != images[0].String() {
		t.Errorf("two likes: %v", got)
	}
	run()
	if got := takeNotices(t, pool); len(got) != 1 || got[0].Likes[0].Likes != 3 {
		t.Errorf("the third like: %v", got)
	}
	for _, image := range images {
		like(image, "d")
	}
	for _, want := range []int{maxLikeCounts, 1} {
		run()
		if got := takeNotices(t, pool); len(got) != 1 || len(got[0].Likes) != want {
			t.Errorf("%d pictures: %v", want, got)
		}
	}
}
