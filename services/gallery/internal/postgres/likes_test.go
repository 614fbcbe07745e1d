package postgres

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// replica returns a store as one process of the service has it, with its commit loop running.
func replica(t testing.TB, pool *pgxpool.Pool) *Store {
	t.Helper()
	s := NewStore(pool)
	testkit.RunCommand(t, s.CommitLikes)
	return s
}

// insertImages inserts n memes, a second apart, and returns their ids, the oldest first.
func insertImages(t testing.TB, pool *pgxpool.Pool, n int) (ids []uuid.UUID) {
	t.Helper()
	const most = 100_000 // per statement, because of the statement timeout
	for from := 1; from <= n; from += most {
		rows, err := pool.Query(t.Context(),
			`INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, created_at)
			SELECT gen_random_uuid(), 'memes/x.png', 'meme', 'p', 'a', 's', 'Anime', timestamptz '2030-01-01' + n * interval '1 s'
			FROM generate_series($1::int, $2::int) n RETURNING id`, from, min(n, from+most-1))
		if err != nil {
			t.Fatal(err)
		}
		some, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, some...)
	}
	testkit.Fill(t, pool, `ANALYZE generated_images`)
	return ids
}

// identityOf returns a like by a settled device, and by an account unless that is empty.
func identityOf(image uuid.UUID, visitor, account string) like {
	return like{image: image, identity: gallery.Identity{Visitor: visitor, Account: account, Settled: true}}
}

func TestBatchReturnsCountOfEachLike(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	ids := insertImages(t, pool, 3)
	hidden, unknown := ids[2], uuid.New()
	testkit.Exec(t, pool, `INSERT INTO withdrawn_images VALUES ($1, now())`, hidden)
	for _, step := range []struct {
		name  string
		group []like
		want  []string // a count, or none
	}{
		{"new, of one visitor twice, and of pictures that are not there",
			[]like{identityOf(ids[0], "ann", ""), identityOf(unknown, "ann", ""), identityOf(ids[0], "ann", ""),
				identityOf(hidden, "bob", ""), identityOf(ids[0], "bob", ""), identityOf(ids[1], "ann", "")},
			[]string{"2", "none", "2", "none", "2", "1"}},
		{"repeated, and one new among them",
			[]like{identityOf(ids[0], "ann", ""), identityOf(ids[1], "ann", ""), identityOf(ids[1], "eve", "")},
			[]string{"2", "2", "2"}},
		{"all repeated", []like{identityOf(ids[0], "ann", "")}, []string{"2"}},
		{"of an account by two devices, and by one that likes it already",
			[]like{identityOf(ids[1], "phone", "a"), identityOf(ids[1], "laptop", "a"),
				identityOf(ids[0], "tablet", "a"), identityOf(ids[0], "ann", "a")},
			[]string{"3", "3", "2", "2"}},
		{"of that account by another device, and by one of its devices alone",
			[]like{identityOf(ids[0], "watch", "a"), identityOf(ids[1], "watch", "a"), identityOf(ids[1], "phone", "")},
			[]string{"2", "4", "4"}},
		{"of two accounts by one device", []like{identityOf(ids[0], "tv", "b"), identityOf(ids[0], "tv", "c")},
			[]string{"3", "3"}},
		{"of nothing", []like{identityOf(unknown, "ann", "")}, []string{"none"}},
	} {
		answers, err := s.commitLikes(t.Context(), step.group)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range answers {
			if a == nil {
				got = append(got, "none")
			} else {
				got = append(got, fmt.Sprint(*a))
			}
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
	assertCounts(t, pool)
}

// assertCounts fails when a count differs from the number of its rows that count.
func assertCounts(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	wrong := testkit.QueryOne[int](t, pool, `SELECT count(*) FROM generated_images i
		WHERE likes <> (SELECT count(*) FROM likes WHERE image_id = i.id AND counted)`)
	if wrong > 0 {
		t.Errorf("%d pictures whose count is not that of their rows", wrong)
	}
}

func TestConcurrentReplicasCountLikesExactly(t *testing.T) {
	const replicas, visitors, accounts, images, each = 3, 60, 7, 12, 15
	address := testkit.DatabaseURL(t, migrations.Schema)
	watch := testkit.Connect(t, address)
	ids := insertImages(t, watch, images)
	var all sync.WaitGroup
	var pools []*pgxpool.Pool
	for r := range replicas {
		pool := testkit.Connect(t, address+"&application_name=replica")
		pools = append(pools, pool)
		s := replica(t, pool)
		all.Go(func() { // each device is linked to an account meanwhile, several times
			for n := range 5 * visitors {
				link(t, pool, fmt.Sprint("visitor", n%visitors), fmt.Sprint("account", (n+r)%accounts), time.Now())
			}
		})
		for v := range visitors {
			random := rand.New(rand.NewPCG(uint64(r), uint64(v)))
			all.Go(func() {
				for range each {
					// Every device likes through every replica, without or with any of the
					// accounts, so likes repeat across replicas and the keys of devices and
					// accounts are taken in every combination.
					by := gallery.Identity{Visitor: fmt.Sprint("visitor", v), Settled: random.IntN(2) == 0,
						Lane: fmt.Sprint("lane", v%2)}
					if account := random.IntN(2 * accounts); account < accounts {
						by.Account = fmt.Sprint("account", account)
					}
					if random.IntN(each) == 0 {
						if _, err := s.SettleDevice(t.Context(), by); err != nil {
							t.Error(err)
						}
					}
					count, err := s.Like(t.Context(), ids[random.IntN(images)], by)
					if err != nil || count < 1 {
						t.Errorf("%d, %v", count, err)
					}
				}
			})
		}
	}
	all.Wait()
	assertCounts(t, watch)
	for _, pool := range pools {
		pool.Close() // a backend that ends has reported all its statistics
	}
	testkit.Eventually(t, "the replicas are gone", func() bool {
		return testkit.QueryOne[int](t, watch,
			`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'replica'`) == 0
	})
	testkit.CheckNoDeadlock(t, watch)
}

// TestDeadlockedLikeIsRetried has another session lock two pictures in the opposite order.
func TestDeadlockedLikeIsRetried(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	s := replica(t, pool)
	ids := insertImages(t, pool, 2)
	if ids[0].String() > ids[1].String() {
		ids[0], ids[1] = ids[1], ids[0]
	}
	other, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lock := func(id uuid.UUID) {
		if _, err := other.Exec(t.Context(), `SELECT FROM generated_images WHERE id = $1 FOR UPDATE`, id); err != nil {
			t.Error(err)
		}
	}
	// so that the batch is the deadlock's victim
	testkit.Exec(t, other, `SET LOCAL deadlock_timeout = '1min'`)
	lock(ids[1])
	done := make(chan error)
	go func() {
		_, err := s.commitLikes(t.Context(), []like{identityOf(ids[1], "ann", ""), identityOf(ids[0], "ann", "")})
		done <- err
	}()
	testkit.WaitForLock(t, pool, "the batch waits for the second picture")
	lock(ids[0])
	if err := other.Commit(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Errorf("given up: %v", err)
	}
	assertCounts(t, pool)
}
