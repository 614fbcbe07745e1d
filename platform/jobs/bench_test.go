package jobs

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// BenchmarkClaim compares a claim among 2,000 waiting jobs of 200 lanes with one that knows no
// lanes, and tells what a job costs that is added to them, and cancelled.
func BenchmarkClaim(b *testing.B) {
	const plain = `UPDATE jobs SET state = 'running' WHERE id = (SELECT id FROM jobs WHERE state = 'queued' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)`
	fill := func(b *testing.B) *Queue {
		q := NewQueue(testkit.Database(b, postgres.Schema{Tables}), guess)
		_, err := q.pool.Exec(b.Context(),
			`INSERT INTO jobs (id, kind, visitor, lane, idempotency_key, input_hash, input, trace)
			SELECT gen_random_uuid(), 'dig', 'ann', 'lane' || n % 200, n::text, '', '1', '' FROM generate_series(1, 2000) n`)
		if err != nil {
			b.Fatal(err)
		}
		return q
	}
	b.Run("in turn", func(b *testing.B) {
		w := NewWorkers(testkit.DiscardLog(), fill(b), 1, Work{Kind: "dig"})
		for b.Loop() {
			if _, err := w.claim(b.Context(), uuid.New()); err != nil && !errors.Is(err, pgx.ErrNoRows) {
				b.Fatal(err)
			}
		}
	})
	b.Run("added", func(b *testing.B) {
		q := fill(b)
		q.throughput.initial = time.Millisecond // so that no job is over MaxWait
		for b.Loop() {
			job, err := q.Add(b.Context(),
				NewJob{Kind: "dig", Visitor: "ann", Lane: "lane0", Key: uuid.NewString(), Input: "deep"}, nil)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := q.Cancel(b.Context(), job.ID, "ann"); err != nil { // so that there stay as many
				b.Fatal(err)
			}
		}
	})
	b.Run("oldest first", func(b *testing.B) {
		q := fill(b)
		for b.Loop() {
			if _, err := q.pool.Exec(b.Context(), plain); err != nil {
				b.Fatal(err)
			}
		}
	})
}
