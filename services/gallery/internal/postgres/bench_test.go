package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/page"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// likeAlone is a like in a transaction of its own, for comparison.
const likeAlone = `
WITH image AS MATERIALIZED (
    SELECT id FROM generated_images WHERE id = $1 FOR NO KEY UPDATE
), added AS (
    INSERT INTO likes (image_id, visitor) SELECT id, $2 FROM image ON CONFLICT ON CONSTRAINT likes_once DO NOTHING
    RETURNING image_id
)
UPDATE generated_images SET likes = likes + (SELECT count(*) FROM added) WHERE id = (SELECT id FROM image)`

// BenchmarkLike has clients like pictures, each like of a new visitor: one hot picture, or 1,000
// with skewed popularity (Zipf). "counter" counts every click and knows no visitor; "alone" is a
// transaction per like; "grouped" is the service's batcher, also with three replicas, with visitors
// who all have an account, with devices that are not settled, of many networks or of one, and while
// ranks follow every tenth of a second.
//
// What limits them: "counter" and "alone" hold the picture's lock during each flush to disk, so
// commits are serial. "grouped" is limited by that flush with few clients and by inserting rows
// with many.
func BenchmarkLike(b *testing.B) {
	for _, load := range []struct {
		name     string
		pictures int
	}{{"hot", 1}, {"zipf", 1000}} {
		for _, clients := range []int{64, 1024} {
			name := fmt.Sprintf("%s/%d clients/", load.name, clients)
			for _, way := range []string{"counter", "alone", "grouped", "grouped by 3", "accounts", "lanes", "full lane", "ranked"} {
				replicas := 1
				if way == "grouped by 3" {
					replicas = 3
				}
				b.Run(name+way, func(b *testing.B) {
					address := testkit.DatabaseURL(b, migrations.Schema)
					pool := testkit.Connect(b, address)
					ids := insertImages(b, pool, load.pictures)
					stores := make([]*Store, replicas)
					for i := range stores {
						stores[i] = replica(b, testkit.Connect(b, address))
					}
					if way == "ranked" {
						if err := stores[0].Reconcile(b.Context()); err != nil {
							b.Fatal(err)
						}
						follow := lifecycle.Every(testkit.DiscardLog(), "ranks", 100*time.Millisecond,
							stores[0].RefreshRanks)
						if err := follow.Start(b.Context(), func(err error) { b.Error(err) }); err != nil {
							b.Fatal(err)
						}
						defer follow.Stop(context.Background())
					}
					var visitor atomic.Int64
					b.SetParallelism(clients / runtime.GOMAXPROCS(0))
					b.ResetTimer()
					b.RunParallel(func(pb *testing.PB) {
						me := int(visitor.Add(1))
						zipf := rand.NewZipf(rand.New(rand.NewPCG(1, uint64(me))), 1.1, 1, uint64(load.pictures-1))
						for pb.Next() {
							id, who := ids[zipf.Uint64()], fmt.Sprint(visitor.Add(1))
							var err error
							switch way {
							case "counter":
								_, err = pool.Exec(b.Context(),
									`UPDATE generated_images SET likes = likes + 1 WHERE id = $1`, id)
							case "alone":
								_, err = pool.Exec(b.Context(), likeAlone, id, who)
							default:
								by := gallery.Identity{Visitor: who, Settled: true}
								switch way {
								case "accounts":
									by.Account = who
								case "lanes": // of three devices each
									by.Settled, by.Lane = false, fmt.Sprint(visitor.Load()/3)
								case "full lane":
									by.Settled, by.Lane = false, "lane"
								}
								_, err = stores[me%replicas].Like(b.Context(), id, by)
							}
							if err != nil {
								b.Error(err)
							}
						}
					})
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "likes/s")
					var groups int // each has the time of its transaction
					if err := pool.QueryRow(b.Context(),
						`SELECT count(DISTINCT time) FROM outbox`).Scan(&groups); err == nil && groups > 0 {
						b.ReportMetric(float64(b.N)/float64(groups), "likes/group")
					}
				})
			}
		}
	}
}

// BenchmarkNewest reads 24 of a million pictures: the first page and page 40,000, which cost the
// same, and the same page by OFFSET for comparison.
func BenchmarkNewest(b *testing.B) {
	const rows = 1_000_000
	pool := testkit.Database(b, migrations.Schema)
	insertImages(b, pool, rows)
	store := replica(b, pool)
	for _, number := range []int{1, 40_000} {
		b.Run(fmt.Sprintf("page %d", number), func(b *testing.B) {
			after := page.First[time.Time]()
			if number > 1 {
				after = page.TimeCursor{Key: time.Date(2030, 1, 1, 0, 0, rows-24*(number-1)+1, 0, time.UTC)}
			}
			for b.Loop() {
				got, err := store.ListNewest(b.Context(), gallery.Filter{Type: gallery.TypeMeme}, after, 24)
				if err != nil || len(got) != 24 {
					b.Fatal(len(got), err)
				}
			}
			_, buffers := explain(b, pool, rows, number)
			b.ReportMetric(float64(buffers), "buffers")
		})
	}
	b.Run("page 40000 by offset", func(b *testing.B) {
		for b.Loop() {
			testkit.Exec(b, pool,
				`SELECT * FROM generated_images WHERE type = 'meme' ORDER BY created_at DESC, id DESC LIMIT 24 OFFSET 959976`)
		}
	})
}
