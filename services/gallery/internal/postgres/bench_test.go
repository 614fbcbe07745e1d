package postgres

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres/migrations"
)

// fill puts n memes into the database, a second apart.
func fill(b *testing.B, n int) *pgxpool.Pool {
	b.Helper()
	pool := testkit.Database(b, migrations.Files)
	_, err := pool.Exec(b.Context(), `INSERT INTO generated_images (id, object_name, type, prompt, action, scene, style, created_at)
		SELECT gen_random_uuid(), 'memes/x.png', 'meme', 'p', 'a', 's', 'Anime', timestamptz '2030-01-01' + n * interval '1 s' FROM generate_series(1, $1) n`, n)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := pool.Exec(b.Context(), `ANALYZE generated_images`); err != nil {
		b.Fatal(err)
	}
	return pool
}

// BenchmarkLike has 64 visitors like one picture: our statement, exact and once for each, beside the bare
// counter that counts every click.
func BenchmarkLike(b *testing.B) {
	pool := fill(b, 1)
	store := NewStore(pool)
	images, err := store.Newest(b.Context(), gallery.TypeMeme, nil, 1)
	if err != nil {
		b.Fatal(err)
	}
	id := images[0].ID
	var visitor atomic.Int64
	parallel := func(name string, like func() error) {
		b.Run(name, func(b *testing.B) {
			b.SetParallelism(32)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := like(); err != nil {
						b.Error(err)
					}
				}
			})
		})
	}
	parallel("once for each visitor", func() error {
		_, err := store.Like(b.Context(), id, fmt.Sprint(visitor.Add(1)))
		return err
	})
	parallel("bare counter", func() error {
		_, err := pool.Exec(b.Context(), `UPDATE generated_images SET likes = likes + 1 WHERE id = $1`, id)
		return err
	})
}

// BenchmarkNewest reads 24 of 100,000 pictures: the first page and one far behind, which cost the same,
// beside the page that counts its way there.
func BenchmarkNewest(b *testing.B) {
	const pictures = 100_000
	pool := fill(b, pictures)
	store := NewStore(pool)
	page := func(name string, after *gallery.Cursor) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if got, err := store.Newest(b.Context(), gallery.TypeMeme, after, 24); err != nil || len(got) != 24 {
					b.Fatal(len(got), err)
				}
			}
		})
	}
	page("first page", nil)
	far := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC).Add(1000 * time.Second)
	page("page 4,125", &gallery.Cursor{Created: far, ID: uuid.Max})
	b.Run("page 4,125 by offset", func(b *testing.B) {
		for b.Loop() {
			if _, err := pool.Exec(b.Context(), `SELECT * FROM generated_images WHERE type = 'meme' ORDER BY created_at DESC, id DESC LIMIT 24 OFFSET 99000`); err != nil {
				b.Fatal(err)
			}
		}
	})
}
