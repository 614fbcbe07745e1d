package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

var kills = flag.Int("kills", 8, "how often the soak test kills the service")

// attempt is one like as its client saw it.
type attempt struct {
	image        string
	identity     gallery.Identity
	begun, ended int64 // by one clock of all clients, which ticks at each of these events
	likes        int32 // the returned count; 0 for an error, whose outcome is unknown
}

// identityOf returns the n-th identity; every third is at one of the four devices of an account.
func identityOf(n int) gallery.Identity {
	by := gallery.Identity{Visitor: fmt.Sprint("visitor", n)}
	if n%3 == 0 {
		by.Account = fmt.Sprint("account", n/12)
	}
	return by
}

// history records what all clients saw.
type history struct {
	clock, answered atomic.Int64
	mu              sync.Mutex
	all             []attempt
}

// like sends one like and records its result.
func (h *history) like(ctx context.Context, c galleryv1.GalleryServiceClient, image string, by gallery.Identity) {
	a := attempt{image: image, identity: by, begun: h.clock.Add(1)}
	ctx, cancel := context.WithTimeout(metadata.AppendToOutgoingContext(ctx, "mcwick-visitor", by.Visitor,
		"mcwick-account", by.Account, "mcwick-standing", rpc.StandingSettled), 5*time.Second)
	defer cancel()
	r, err := c.LikeImage(ctx, &galleryv1.LikeImageRequest{ImageId: image}, grpc.WaitForReady(true))
	a.ended = h.clock.Add(1)
	if err == nil {
		a.likes = r.GetLikes()
		h.answered.Add(1)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, a)
}

// TestKillsLoseNoLikeAndCountNoneTwice has clients like pictures on two replicas that are killed
// and restarted at any moment, and then compares the responses with the tables: every acknowledged
// like is a row of its device or, once for all its devices, of its account; every row was
// requested, counts equal rows, and a count never falls below an earlier response. For a longer
// run: -kills=200.
func TestKillsLoseNoLikeAndCountNoneTwice(t *testing.T) {
	const replicas, pictures, visitors, clients = 2, 6, 3000, 24
	program, address := testkit.BuildProgram(t), testkit.DatabaseURL(t, migrations.Schema)
	pool := testkit.Connect(t, address)
	images := format(t, pool, pictures)
	h := &history{}

	var kill [replicas]func()
	var start [replicas]func()
	var client [replicas]galleryv1.GalleryServiceClient
	for i := range replicas {
		addr, ops := testkit.FreeAddr(t), testkit.FreeAddr(t)
		start[i] = func() {
			kill[i] = testkit.StartProgram(t, program, "GRPC_ADDR="+addr, "OPS_ADDR="+ops, "LOG_LEVEL=error",
				"DATABASE_URL="+address, "DATABASE_POOLER_URL="+testkit.PoolerURL(t, address), "KAFKA_BROKERS="+
					testkit.Kafka(t)[0])
		}
		start[i]()
		// Unlike rpc.Dial, without a breaker and with a short reconnect backoff, so that the
		// clients are connected as soon as the service is.
		conn, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithConnectParams(grpc.ConnectParams{Backoff: backoff.Config{BaseDelay: 20 * time.Millisecond,
				Multiplier: 1, MaxDelay: 20 * time.Millisecond}}))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		client[i] = galleryv1.NewGalleryServiceClient(conn)
	}

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	for n := range clients {
		all.Go(func() {
			random := rand.New(rand.NewPCG(7, uint64(n)))
			for ctx.Err() == nil {
				h.like(t.Context(), client[random.IntN(replicas)], images[random.IntN(pictures)],
					identityOf(random.IntN(visitors)))
			}
		})
	}
	random := rand.New(rand.NewPCG(7, 7))
	for range *kills {
		enough := h.answered.Load() + 50 + random.Int64N(1000)
		testkit.Eventually(t, "the clients get responses", func() bool { return h.answered.Load() >= enough })
		victims := []int{random.IntN(replicas)}
		if random.IntN(3) == 0 {
			victims = []int{0, 1}
		}
		for _, i := range victims {
			kill[i]()
		}
		for _, i := range victims {
			start[i]()
		}
	}
	enough := h.answered.Load() + 100
	testkit.Eventually(t, "the clients get responses after the last kill",
		func() bool { return h.answered.Load() >= enough })
	stop()
	all.Wait()
	t.Logf("%d kills, %d likes requested, %d acknowledged", *kills, len(h.all), h.answered.Load())
	h.check(t, pool, images)
}

// format inserts n pictures into the gallery.
func format(t testing.TB, pool *pgxpool.Pool, n int) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(),
		`INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, created_at)
		SELECT gen_random_uuid(), 'memes/x.png', 'meme', 'p', 'a', 's', 'Anime', now() FROM generate_series(1, $1) RETURNING id::text`, n)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// check compares the history with the tables.
func (h *history) check(t *testing.T, pool *pgxpool.Pool, images []string) {
	t.Helper()
	type pair struct{ image, who string } // who is an account or a device without one
	counted := func(by gallery.Identity) string { return cmp.Or(by.Account, by.Visitor) }
	requested, answered, account := make(map[pair]bool), make(map[pair]bool), make(map[string]string)
	for _, a := range h.all {
		p := pair{a.image, counted(a.identity)}
		requested[pair{a.image, a.identity.Visitor}], requested[p] = true, true
		answered[p] = answered[p] || a.likes > 0
		account[a.identity.Visitor] = a.identity.Account
	}
	pairs := func(query string) []pair {
		found, err := database.QueryRows(t.Context(), pool,
			func(r pgx.CollectableRow) (p pair, err error) { return p, r.Scan(&p.image, &p.who) }, query)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	there, likes := make(map[pair]bool), make(map[string]int32)
	for _, p := range pairs(`SELECT image_id::text, visitor FROM likes`) {
		likes[p.image]++
		who := pair{p.image, counted(gallery.Identity{Visitor: p.who, Account: account[p.who]})}
		if !requested[p] {
			t.Errorf("phantom: %v was never requested", p)
		}
		if there[who] {
			t.Errorf("counted twice: %v, the second time at %s", who, p.who)
		}
		there[who] = true
	}
	for _, p := range pairs(`SELECT image_id::text, account FROM account_likes`) {
		if !there[p] {
			t.Errorf("%v has no row that counts for it", p)
		}
	}
	for p, yes := range answered {
		if yes && !there[p] {
			t.Errorf("lost: %v was acknowledged and is not stored", p)
		}
	}
	for _, image := range images {
		count := testkit.QueryOne[int32](t, pool, `SELECT likes FROM generated_images WHERE id = $1`, image)
		if count != likes[image] {
			t.Errorf("%s shows %d likes of %d rows", image, count, likes[image])
		}
	}
	h.checkAnswers(t, likes)
}

// checkAnswers looks for a count that is older than one that was returned before its request began.
func (h *history) checkAnswers(t *testing.T, likes map[string]int32) {
	t.Helper()
	order := make([]*attempt, h.clock.Load()+1)
	for i := range h.all {
		order[h.all[i].begun], order[h.all[i].ended] = &h.all[i], &h.all[i]
	}
	floor := make(map[*attempt]int32) // the count that was returned when the attempt began
	highest := make(map[string]int32)
	for tick, a := range order {
		switch {
		case a == nil:
		case int64(tick) == a.begun:
			floor[a] = highest[a.image]
		case a.likes > 0:
			if a.likes < floor[a] || a.likes > likes[a.image] {
				t.Errorf("a count of %d likes, after one of %d and with %d in the end", a.likes, floor[a],
					likes[a.image])
			}
			highest[a.image] = max(highest[a.image], a.likes)
		}
	}
}
