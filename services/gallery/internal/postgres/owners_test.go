package postgres

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"pgregory.net/rapid"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// link links a device's likes to an account, in a transaction of its own without retries.
func link(t rapid.TB, pool *pgxpool.Pool, visitor, account string, at time.Time) {
	ctx := context.Background()
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return Owners{}.Link(ctx, tx, visitor, account, at) })
	if err != nil {
		t.Error(err)
	}
}

// TestLikesAndLinksCommute compares a picture with the history of its devices and accounts: a like
// counts unless its device or its account likes the picture, and a link counts nothing.
func TestLikesAndLinksCommute(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	rapid.Check(t, func(t *rapid.T) {
		ctx, id := context.Background(), uuid.New()
		_, err := pool.Exec(ctx,
			`INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, created_at)
			VALUES ($1, 'memes/x.png', 'meme', 'p', 'a', 's', 'Anime', now())`, id)
		if err != nil {
			t.Fatal(err)
		}
		name := func(kind string, n int) string {
			return fmt.Sprint(kind, rapid.IntRange(1, n).Draw(t, kind), " of ", id)
		}
		devices, accounts := make(map[string]bool), make(map[string]bool)
		t.Repeat(map[string]func(*rapid.T){
			"like": func(*rapid.T) {
				by := gallery.Identity{Visitor: name("device", 4), Settled: true}
				if rapid.Bool().Draw(t, "logged in") {
					by.Account = name("account", 3)
				}
				if !accounts[by.Account] {
					devices[by.Visitor] = true
					accounts[by.Account] = by.Account != ""
				}
				if count, err := s.Like(ctx, id, by); err != nil || count != len(devices) {
					t.Fatalf("%d likes of %v, %v", count, devices, err)
				}
			},
			"link": func(*rapid.T) {
				device, account := name("device", 4), name("account", 3)
				accounts[account] = accounts[account] || devices[device]
				link(t, pool, device, account, time.Now())
			},
			"": func(*rapid.T) {
				by := gallery.Identity{Visitor: name("device", 4), Account: name("account", 3)}
				liked, err := s.LikedImages(ctx, []uuid.UUID{id}, by)
				likes := slices.Contains(liked, gallery.LikedImage{ID: id})
				if err != nil || likes != (devices[by.Visitor] || accounts[by.Account]) ||
					len(liked) > 1 {
					t.Fatalf("%v likes %v, but %v and %v do, %v", by, liked, devices, accounts, err)
				}
				var count int
				if err := pool.QueryRow(ctx, `SELECT likes FROM generated_images WHERE id = $1`,
					id).Scan(&count); err != nil || count != len(devices) {
					t.Fatalf("%d likes of %v, %v", count, devices, err)
				}
			},
		})
	})
	assertCounts(t, pool)
}

// TestLinkHoldsNoLocksWhileItWaits has another session take the account's keys of two pictures, in
// order, while a link that needs both waits for the first.
func TestLinkHoldsNoLocksWhileItWaits(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	ids := insertImages(t, pool, 2)
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	for _, id := range ids {
		if _, err := s.Like(t.Context(), id, gallery.Identity{Visitor: "phone"}); err != nil {
			t.Fatal(err)
		}
	}
	other, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	take := func(id uuid.UUID) {
		if _, err := other.Exec(t.Context(),
			`INSERT INTO account_likes (image_id, account, visitor) VALUES ($1, 'ann', 'laptop')`, id); err != nil {
			t.Error(err)
		}
	}
	take(ids[0])
	var all sync.WaitGroup
	all.Go(func() { link(t, pool, "phone", "ann", time.Now()) })
	testkit.WaitForLock(t, pool, "the link waits for the first picture")
	take(ids[1])
	if err := other.Commit(t.Context()); err != nil {
		t.Error(err)
	}
	all.Wait()
}

// TestLinkUsesIndexOfDeviceLikes links a device with few likes in a table of many.
func TestLinkUsesIndexOfDeviceLikes(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	testkit.Fill(t, pool,
		`INSERT INTO likes (image_id, visitor) SELECT gen_random_uuid(), 'visitor' || n % 4000 FROM generate_series(1, 20000) n`)
	testkit.Fill(t, pool, `ANALYZE likes`)
	steps, buffers := testkit.Explain(t, pool, linkDevice, "visitor7", "account", time.Now())
	if !slices.ContainsFunc(steps,
		func(s string) bool { return s == "Index Scan likes_once" || s == "Bitmap Index Scan likes_once" }) {
		t.Errorf("%d buffers by %q", buffers, steps)
	}
	likes := testkit.QueryOne[int](t, pool, `SELECT count(*) FROM account_likes WHERE account = 'account'`)
	if likes != 5 {
		t.Errorf("%d likes of the account", likes)
	}
	t.Logf("%d buffers by %q", buffers, steps)
}

// Verifies PROF-7.
func TestUnchangedProfileRewritesNoWords(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	id := uuid.New()
	inTx := func(f func(tx pgx.Tx) error) {
		t.Helper()
		if err := pgx.BeginFunc(t.Context(), pool, f); err != nil {
			t.Fatal(err)
		}
	}
	inTx(func(tx pgx.Tx) error {
		return Artworks{}.Add(t.Context(), tx, gallery.Artwork{Account: "ann", SignedHandle: "@ann",
			Image: gallery.Image{ID: id, Type: gallery.TypeMeme, Caption: "gm", Created: time.Now()}})
	})
	written := func() string {
		t.Helper()
		return testkit.QueryOne[string](t, pool, `SELECT xmin::text FROM image_words WHERE image_id = $1`, id)
	}
	change := func(version int, handle string, isPrivate bool) {
		t.Helper()
		inTx(func(tx pgx.Tx) error {
			return Owners{}.ChangeProfile(t.Context(), tx, gallery.Profile{Account: "ann", Handle: handle,
				IsPrivate: isPrivate, Version: version, Changed: time.Now()})
		})
		if err := replica(t, pool).IndexAuthors(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	first := written()
	change(1, "@ann", false)
	if written() != first {
		t.Error("a handle that it has")
	}
	change(2, "@anna", false)
	second := written()
	change(3, "@anna", true)
	third := written()
	if second == first || third == second {
		t.Errorf("written by %s, %s, %s", first, second, third)
	}
	if change(4, "@Anna", true); written() != third {
		t.Error("a private handle is no word")
	}
}
