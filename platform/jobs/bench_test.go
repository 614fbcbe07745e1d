package jobs

import (
	"crypto/md5"
	"encoding/hex"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// BenchmarkClaim compares a claim among 2,000 waiting jobs of 1,000 flows in 200 lanes, twenty minutes in
// which 1,200 flows were served and 5,000 showed evidence, with the claim of the last release, and
// with one that knows no lanes; and tells what a job costs that is added to them, and cancelled.
func BenchmarkClaim(b *testing.B) {
	const plain = `UPDATE jobs SET state = 'running' WHERE id = (SELECT id FROM jobs WHERE state = 'queued' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)`
	b.Run("in turn", func(b *testing.B) {
		w := NewWorkers(testkit.DiscardLog(), fillQueue(b), 1, Work{Kind: "dig"})
		for b.Loop() {
			if _, err := w.claim(b.Context(), uuid.New()); err != nil && !errors.Is(err, pgx.ErrNoRows) {
				b.Fatal(err)
			}
		}
	})
	b.Run("last release", func(b *testing.B) {
		q := fillQueue(b)
		for b.Loop() {
			testkit.Exec(b, q.pool, lastReleaseClaim, uuid.New(), time.Minute, []string{"dig"})
		}
	})
	for name, seconds := range map[string]float64{"added": 0.001, "added to more than MaxWait": 0.2} { // for each job
		b.Run(name, func(b *testing.B) {
			q := fillQueue(b)
			// A newcomer, whose turn is soon in both.
			origin := Origin{Flow: hash("newcomer"), Lane: hash("new lane"), Supernet: hash("new supernet"), Standing: "settled"}
			q.throughput.initial = seconds
			for b.Loop() {
				job, err := q.Add(b.Context(),
					NewJob{Kind: "dig", Visitor: "ann", Origin: origin, Key: uuid.NewString(), Input: "deep"}, nil)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := q.Cancel(b.Context(), job.ID, "ann"); err != nil { // so that there stay as many
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("oldest first", func(b *testing.B) {
		q := fillQueue(b)
		for b.Loop() {
			testkit.Exec(b, q.pool, plain)
		}
	})
}

// hash names what the statements of fill name by md5.
func hash(text string) string {
	sum := md5.Sum([]byte(text)) //nolint:gosec // a name, not a secret
	return hex.EncodeToString(sum[:])
}

// fillQueue makes the queue of BenchmarkClaim.
func fillQueue(b *testing.B) *Queue {
	q := NewQueue(testkit.Database(b, postgres.Schema{Tables}), guess)
	for _, statement := range []string{
		`INSERT INTO jobs (id, kind, visitor, flow, lane, supernet, standing, idempotency_key, input_hash, input, trace)
		SELECT gen_random_uuid(), 'dig', 'ann', md5('flow' || n % 1000), md5('lane' || n % 200), md5('supernet' || n % 40),
			CASE n % 7 WHEN 0 THEN 'settled' ELSE '' END, n::text, '', '1', '' FROM generate_series(1, 2000) n`,
		`INSERT INTO job_turns SELECT 'flow', md5('flow' || n), random(), 1, now() - interval '20 minutes' * n / 1200 FROM generate_series(1, 1200) n`,
		`INSERT INTO job_turns SELECT 'lane', md5('lane' || n), random(), 1, now() - interval '20 minutes' * n / 400 FROM generate_series(1, 400) n`,
		`INSERT INTO job_turns SELECT 'supernet', md5('supernet' || n), random(), 1, now() - interval '20 minutes' * n / 100 FROM generate_series(1, 100) n`,
		`INSERT INTO job_lanes SELECT key, served_at FROM job_turns WHERE level = 'lane'`,
		`INSERT INTO job_evidence SELECT md5('lane' || n % 5), md5('flow' || n), md5('supernet0'), now() FROM generate_series(1, 5000) n`,
		`ANALYZE`,
	} {
		testkit.Exec(b, q.pool, statement)
	}
	return q
}
