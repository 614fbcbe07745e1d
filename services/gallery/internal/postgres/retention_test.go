package postgres

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// Verifies RETAIN-7.
func TestLanesOfLikesAreDeletedAfterSevenDays(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	testkit.Fill(t, pool, `INSERT INTO lane_likes (image_id, lane, likes, created_at)
		SELECT gen_random_uuid(), days, 1, now() - days * interval '1 day' FROM generate_series(5, 8) days`)
	for range 2 { // the second pass finds nothing to do
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		left, err := database.QueryRows(t.Context(), pool, pgx.RowTo[string], `SELECT lane FROM lane_likes ORDER BY 1`)
		if diff := cmp.Diff([]string{"5", "6"}, left); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

// TestTextsOfPicturesWithdrawnForGoodAreDeleted has a picture that was added before its withdrawal, one
// that is added afterwards, and others that are hidden or public.
// Verifies RETAIN-9.
func TestTextsOfPicturesWithdrawnForGoodAreDeleted(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	ids := []uuid.UUID{uuid.New(), uuid.New(), uuid.New(), uuid.New()}
	withdrawn, early, hidden, public := ids[0], ids[1], ids[2], ids[3]
	full := func(id uuid.UUID) gallery.Artwork {
		return gallery.Artwork{Prompt: "a candle", Traits: map[string]string{"hat": "cap"}, Seed: 7, Account: "ann",
			SignedHandle: "@ann", Parent: public,
			Image: gallery.Image{ID: id, ObjectName: "memes/x.png", Type: gallery.TypeMeme, Action: "surfing", Scene: "sea",
				Style: "Anime", Signature: "@ann", Caption: "gm", Created: time.Unix(1e9, 0), Placeholder: "cGxhY2Vob2xkZXI=",
				Variants: []gallery.Variant{{ObjectName: "memes/x-320.webp", Width: 320}}, Source: "ai", HasTexts: true}}
	}
	inTx := func(f func(ctx context.Context, tx pgx.Tx) error) {
		t.Helper()
		if err := database.InTx(t.Context(), pool, func(tx pgx.Tx) error { return f(t.Context(), tx) }); err != nil {
			t.Fatal(err)
		}
	}
	add := func(id uuid.UUID) {
		t.Helper()
		inTx(func(ctx context.Context, tx pgx.Tx) error { return Artworks{}.Add(ctx, tx, full(id)) })
	}
	withdraw := func(id uuid.UUID, version int) {
		t.Helper()
		inTx(func(ctx context.Context, tx pgx.Tx) error {
			return Artworks{}.Withdraw(ctx, tx, id, version, time.Now())
		})
	}
	for _, id := range []uuid.UUID{withdrawn, hidden, public} {
		add(id)
	}
	withdraw(withdrawn, 1)
	withdraw(hidden, 1)
	if notices := len(takeNotices(t, pool)); notices != 2 {
		t.Errorf("%d notices of two that were withdrawn", notices)
	}
	withdraw(withdrawn, gallery.FinalVersion)
	withdraw(early, gallery.FinalVersion)
	for range 2 { // an event may come again
		add(early)
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		add(withdrawn)
		if err := s.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if notices := takeNotices(t, pool); len(notices) != 1 || notices[0].GetRemovedIds()[0] != early.String() {
		t.Errorf("notices of what was withdrawn for good: %v", notices)
	}
	want := map[uuid.UUID]gallery.Artwork{withdrawn: full(withdrawn).WithoutTexts(), early: full(early).WithoutTexts(),
		hidden: full(hidden), public: full(public)}
	all, err := s.ListRecords(t.Context(), uuid.Nil, 10)
	got := make(map[uuid.UUID]gallery.Artwork)
	for _, r := range all {
		r.Created = r.Created.Local()
		got[r.ID] = r.Artwork
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("%v, pictures (-want +got):\n%s", err, diff)
	}
	indexed, err := database.QueryRows(t.Context(), pool, pgx.RowTo[uuid.UUID],
		`SELECT image_id FROM image_words WHERE words <> ''`)
	byID := cmpopts.SortSlices(func(a, b uuid.UUID) bool { return compareIDs(a, b) < 0 })
	if diff := cmp.Diff([]uuid.UUID{hidden, public}, indexed, byID); err != nil || diff != "" {
		t.Errorf("%v, with words (-want +got):\n%s", err, diff)
	}
	for table, id := range map[string]string{"generated_images": "id", "image_ranks": "image_id", "image_words": "image_id"} {
		styled, err := database.QueryRows(t.Context(), pool, pgx.RowTo[uuid.UUID],
			fmt.Sprintf(`SELECT %s FROM %s WHERE style <> ''`, id, table))
		if diff := cmp.Diff([]uuid.UUID{hidden, public}, styled, byID); err != nil || diff != "" {
			t.Errorf("%v, with a style in %s (-want +got):\n%s", err, table, diff)
		}
	}
	if unfinished := countRows(t, pool, "withdrawn_images WHERE version = 2147483647 AND NOT erased"); unfinished != 0 {
		t.Errorf("%d are read again by each pass", unfinished)
	}
}
