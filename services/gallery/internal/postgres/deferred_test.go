package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"pgregory.net/rapid"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// countOf returns the stored count of a picture.
func countOf(t rapid.TB, pool *pgxpool.Pool, image uuid.UUID) (count int) {
	err := pool.QueryRow(context.Background(), `SELECT likes FROM generated_images WHERE id = $1`, image).Scan(&count)
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// Verifies GAL-20.
func TestFirstLikesOfLaneCountAtOnce(t *testing.T) {
	const replicas, devices = 3, 3 * gallery.MaxLaneLikes
	address := testkit.DatabaseURL(t, migrations.Schema)
	pool := testkit.Connect(t, address)
	ids := insertImages(t, pool, 2)
	var all sync.WaitGroup
	for r := range replicas {
		s := replica(t, testkit.Connect(t, address))
		for d := range devices {
			all.Go(func() { // each likes through each replica
				for i, id := range ids {
					by := gallery.Identity{Visitor: fmt.Sprint(d), Lane: fmt.Sprint("lane", d%2)}
					if r == i {
						by = gallery.Identity{Visitor: fmt.Sprint("settled", d), Settled: true, Lane: "lane0"}
					}
					if count, err := s.Like(t.Context(), id, by); err != nil || count < 1 {
						t.Errorf("%d, %v", count, err)
					}
				}
			})
		}
	}
	all.Wait()
	for _, id := range ids {
		if got, want := countOf(t, pool, id), devices+2*gallery.MaxLaneLikes; got != want {
			t.Errorf("%d likes, want %d", got, want)
		}
	}
	s := replica(t, pool)
	for d := range devices {
		for range 2 { // a repeat counts nothing
			all.Go(func() {
				if _, err := s.SettleDevice(t.Context(), gallery.Identity{Visitor: fmt.Sprint(d)}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	for _, id := range ids {
		if got, want := countOf(t, pool, id), 2*devices; got != want {
			t.Errorf("%d likes after all devices settled, want %d", got, want)
		}
	}
	assertCounts(t, pool)
	testkit.CheckNoDeadlock(t, pool)
}

// devicesModel is what is known of one picture's likes.
type devicesModel struct {
	counted  map[string]bool // by device that likes it
	accounts map[string]string
	lanes    map[string]int
}

// add records the new likes of a batch of one picture.
func (m *devicesModel) add(batch []like) {
	slices.SortStableFunc(batch, func(a, b like) int { return cmp.Compare(a.identity.Visitor, b.identity.Visitor) })
	for _, l := range batch {
		by := l.identity
		if _, ok := m.accounts[by.Account]; ok && by.Account != "" {
			continue
		}
		if by.Account != "" {
			m.accounts[by.Account] = by.Visitor
		}
		if _, ok := m.counted[by.Visitor]; ok {
			continue
		}
		m.counted[by.Visitor] = by.Settled || m.lanes[by.Lane] < gallery.MaxLaneLikes
		if !by.Settled {
			m.lanes[by.Lane]++
		}
	}
}

func (m *devicesModel) isDeferred(visitor string) bool {
	counted, ok := m.counted[visitor]
	return ok && !counted
}

// shown returns the count as a caller sees it.
func (m *devicesModel) shown(by gallery.Identity) (n int) {
	for _, counted := range m.counted {
		if counted {
			n++
		}
	}
	if m.isDeferred(by.Visitor) || by.Account != "" && m.isDeferred(m.accounts[by.Account]) {
		n++
	}
	return n
}

func (m *devicesModel) settle(by gallery.Identity) (n int) {
	devices := []string{by.Visitor}
	if owner, ok := m.accounts[by.Account]; ok && by.Account != "" {
		devices = append(devices, owner)
	}
	for _, d := range devices {
		if m.isDeferred(d) {
			m.counted[d] = true
			n++
		}
	}
	return n
}

// TestCountIsThatOfCountedLikes compares a picture with a model of the rule: likes of settled
// devices count, those of others while their lane has few, and all once their device settles.
// Verifies GAL-20.
func TestCountIsThatOfCountedLikes(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	const devices, lanes = 90, 2
	rapid.Check(t, func(t *rapid.T) {
		ctx, id := context.Background(), uuid.New()
		_, err := pool.Exec(ctx,
			`INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, created_at)
			VALUES ($1, 'memes/x.png', 'meme', 'p', 'a', 's', 'Anime', now())`, id)
		if err != nil {
			t.Fatal(err)
		}
		m := &devicesModel{make(map[string]bool), make(map[string]string), make(map[string]int)}
		device := func() gallery.Identity {
			n := rapid.IntRange(1, devices).Draw(t, "device")
			return gallery.Identity{Visitor: fmt.Sprintf("%v %03d", id, n), Lane: fmt.Sprint("lane", n%lanes)}
		}
		account := func() string { return fmt.Sprint(id, rapid.IntRange(1, 3).Draw(t, "account")) }
		record := func(batch ...like) {
			answers, err := s.commitLikes(ctx, batch)
			if err != nil {
				t.Fatal(err)
			}
			m.add(slices.Clone(batch))
			for i, l := range batch {
				if answers[i] == nil || *answers[i] != m.shown(l.identity) {
					t.Fatalf("%v of %d is answered, want %d", answers[i], i, m.shown(l.identity))
				}
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"crowd": func(t *rapid.T) {
				crowd := rapid.SliceOfN(rapid.Custom(func(*rapid.T) gallery.Identity { return device() }), 1, 30)
				var batch []like
				for _, by := range crowd.Draw(t, "crowd") {
					batch = append(batch, like{id, by})
				}
				record(batch...)
			},
			"like": func(*rapid.T) {
				by := device()
				by.Settled = rapid.Bool().Draw(t, "settled")
				if rapid.Bool().Draw(t, "logged in") {
					by.Account = account()
				}
				record(like{id, by})
			},
			"settle": func(*rapid.T) {
				by := device()
				if rapid.Bool().Draw(t, "logged in") {
					by.Account = account()
				}
				want := m.settle(by)
				if n, err := s.SettleDevice(ctx, by); err != nil || n != want {
					t.Fatalf("%d likes settled, want %d, %v", n, want, err)
				}
			},
			"": func(*rapid.T) {
				if got, want := countOf(t, pool, id), m.shown(gallery.Identity{}); got != want {
					t.Fatalf("%d likes, want %d", got, want)
				}
			},
		})
	})
	assertCounts(t, pool)
}

// TestSettlingUsesIndexOfDeferredLikes settles a device with few deferred likes in tables of many.
func TestSettlingUsesIndexOfDeferredLikes(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	for _, statement := range []string{
		`INSERT INTO likes (image_id, visitor, counted)
			SELECT gen_random_uuid(), 'visitor' || n % 4000, n % 3 > 0 FROM generate_series(1, 20000) n`,
		`INSERT INTO account_likes (account, image_id, visitor) SELECT 'account' || n % 4000, image_id, visitor
			FROM (SELECT *, row_number() OVER () AS n FROM likes) numbered`,
		`ANALYZE likes`, `ANALYZE account_likes`,
	} {
		testkit.Fill(t, pool, statement)
	}
	steps, buffers := testkit.Explain(t, pool, settleLikes, "visitor7", "account9", maxSettled)
	for _, s := range steps {
		if s == "Seq Scan likes" || s == "Seq Scan account_likes" {
			t.Errorf("%d buffers by %q", buffers, steps)
		}
	}
	if !slices.ContainsFunc(steps, func(s string) bool { return strings.HasSuffix(s, "likes_deferred") }) {
		t.Errorf("%d buffers by %q", buffers, steps)
	}
}
