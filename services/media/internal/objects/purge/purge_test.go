package purge

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
	"mcwick.example/services/media/internal/postgres/migrations"
)

// fakeCaches drop all keys, or fail for some.
type fakeCaches struct {
	fails  map[string]bool
	purged []string
}

func (c *fakeCaches) purge(_ context.Context, keys []string) (done []string, err error) {
	for _, key := range keys {
		if c.fails[key] {
			err = errors.New("away")
		} else {
			done = append(done, key)
		}
	}
	c.purged = append(c.purged, done...)
	return done, err
}

// count returns how many purges are due, and how many there are.
func count(t *testing.T, pool *pgxpool.Pool) (due, all int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE next_at <= now()), count(*) FROM purges`).
		Scan(&due, &all); err != nil {
		t.Fatal(err)
	}
	return due, all
}

// pass lets the purges grow older, and runs a pass.
func pass(t *testing.T, p *Purger, later time.Duration) error {
	t.Helper()
	testkit.Exec(t, p.pool, `UPDATE purges SET seen_at = seen_at - $1::interval, next_at = next_at - $1::interval`, later)
	return p.Pass(t.Context())
}

// TestPurgesAreRepeatedUntilNoCacheCanHaveOldAnswers has the row of a transaction that was committed late.
// Verifies CDN-3, CDN-4.
func TestPurgesAreRepeatedUntilNoCacheCanHaveOldAnswers(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	caches := &fakeCaches{}
	p := &Purger{pool, caches}
	key := uuid.NewString()
	testkit.Exec(t, pool, `INSERT INTO purges (key, added_at) VALUES ($1, now() - interval '10 s')`, key)
	for i, later := range []time.Duration{0, usualAge, loadedAge - usualAge, finalAge - loadedAge} {
		if err := pass(t, p, later); err != nil || len(caches.purged) != i+1 {
			t.Fatalf("pass %d: %v, purged %v", i, err, caches.purged)
		}
		if due, all := count(t, pool); due != 0 || all != 1 && i < 3 || all != 0 && i == 3 {
			t.Errorf("pass %d: %d of %d purges are due", i, due, all)
		}
		if i == 2 && testkit.QueryOne[bool](t, pool, `SELECT added_at < now() FROM purges`) {
			t.Error("PurgesOld fires, as the last purge counts as waiting")
		}
	}
}

// Verifies OPS-46.
func TestPurgesWithoutCachesAreFinishedAtOnce(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	testkit.Exec(t, pool, `INSERT INTO purges (key) VALUES (gen_random_uuid())`)
	if err := (&Purger{pool, noCaches{}}).Pass(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, all := count(t, pool); all != 0 {
		t.Errorf("%d purges are left, of which PurgesOld fires", all)
	}
}

// Verifies CDN-4.
func TestFailedPurgesAreRetried(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	away, others := uuid.NewString(), []string{}
	caches := &fakeCaches{fails: map[string]bool{away: true}}
	p := &Purger{pool, caches}
	for range 2 * batchSize {
		others = append(others, uuid.NewString())
	}
	testkit.Exec(t, pool, `INSERT INTO purges (key, seen_at) SELECT unnest($1::uuid[]), now() - interval '1 hour'`,
		append([]string{away}, others...))
	if err := errors.Join(pass(t, p, 0), pass(t, p, 0), pass(t, p, 0)); err == nil {
		t.Error("the failure is not reported")
	}
	slices.Sort(others)
	slices.Sort(caches.purged)
	if diff := cmp.Diff(others, caches.purged); diff != "" {
		t.Error(diff)
	}
	testkit.Exec(t, pool, `UPDATE purges SET failures = 0`) // a slow machine has tried it twice
	for tries, wait := range []time.Duration{1, 2, 4, 8, 8} {
		wait *= time.Second
		testkit.Exec(t, pool, `UPDATE purges SET next_at = now()`)
		began := testkit.QueryOne[time.Time](t, pool, `SELECT clock_timestamp()`)
		if err := p.Pass(t.Context()); err == nil {
			t.Errorf("try %d: it is not retried", tries)
		}
		ended := testkit.QueryOne[time.Time](t, pool, `SELECT clock_timestamp()`)
		next := testkit.QueryOne[time.Time](t, pool, `SELECT next_at FROM purges`)
		if _, all := count(t, pool); all != 1 || next.Before(began.Add(wait)) || next.After(ended.Add(wait)) {
			t.Errorf("try %d: %d purges, the next %v after it began, want %v", tries, all, next.Sub(began), wait)
		}
	}
	caches.fails = nil
	if err := pass(t, p, 8*time.Second); err != nil || !slices.Contains(caches.purged, away) {
		t.Errorf("it is not purged at last: %v", err)
	}
	if _, all := count(t, pool); all != 0 {
		t.Errorf("%d rows are left", all)
	}
}

// A process that dies while it purges leaves a row that is due again.
// Verifies CDN-4.
func TestClaimedPurgesAreDueAgain(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	p := &Purger{pool, &fakeCaches{}}
	testkit.Exec(t, pool, `INSERT INTO purges (key) VALUES (gen_random_uuid())`)
	for _, want := range []int{1, 0} {
		if rows, err := p.claim(t.Context(), batchSize); err != nil || len(rows) != want {
			t.Fatalf("claimed %v, %v, not %d", rows, err, want)
		}
	}
	testkit.Exec(t, pool, `UPDATE purges SET next_at = next_at - $1::interval`, 2*batchTimeout)
	if rows, err := p.claim(t.Context(), batchSize); err != nil || len(rows) != 1 {
		t.Errorf("claimed %v, %v", rows, err)
	}
}

// stoppingCaches drop one key, and receive the others when the process stops.
type stoppingCaches struct{ stop func() }

func (c stoppingCaches) purge(ctx context.Context, keys []string) ([]string, error) {
	c.stop()
	return keys[:1], ctx.Err()
}

// Verifies CDN-4.
func TestPurgesOfAStoppedProcessAreDueAtOnce(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	ctx, stop := context.WithCancel(t.Context())
	testkit.Exec(t, pool, `INSERT INTO purges (key, seen_at)
		SELECT gen_random_uuid(), now() - interval '1 hour' FROM generate_series(1, 3)`)
	if err := (&Purger{pool, stoppingCaches{stop}}).Pass(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if due, all := count(t, pool); due != 2 || all != 2 {
		t.Errorf("%d of %d purges are due, not the two that were not purged", due, all)
	}
}

// TestEveryTakedownAddsAPurge has what any release does to publications and videos.
// Verifies CDN-3.
func TestEveryTakedownAddsAPurge(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	artwork, picture, held, shared, own := uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New()
	testkit.Exec(t, pool, `INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at)
		VALUES ($1, 'ann', 'meme', '', '', '', '', '', now())`, artwork)
	testkit.Exec(t, pool, `INSERT INTO publications (id, artwork_id, visitor, idempotency_key, input_hash, overlays, object_name, created_at)
		VALUES ($1, $2, 'ann', 'k', '', '[]', 'memes/x.png', now())`, picture, artwork)
	for _, id := range []uuid.UUID{shared, own} {
		testkit.Exec(t, pool, `INSERT INTO videos (id, visitor, sound, category, pfp, description, duration_ms, created_at)
			VALUES ($1, 'ann', $1, 'subway', '', '', 1, now())`, id)
	}
	for _, step := range []struct {
		statement string
		of        uuid.UUID
		want      bool
	}{
		{`INSERT INTO publications SELECT (jsonb_populate_record(p, jsonb_build_object('id', $1::uuid, 'idempotency_key', 'public'))).*
			FROM publications p`, uuid.New(), false},
		{`INSERT INTO publications SELECT (jsonb_populate_record(p, jsonb_build_object('id', $1::uuid, 'idempotency_key', 'held',
			'withdrawn_at', now(), 'hidden_by', 'check'))).* FROM publications p LIMIT 1`, held, true},
		{`UPDATE publications SET withdrawn_at = now(), hidden_by = 'operator' WHERE id = $1`, picture, true},
		{`UPDATE publications SET hidden_by = 'removed' WHERE id = $1`, picture, true},
		{`UPDATE publications SET hidden_by = hidden_by, moves = moves + 1 WHERE id = $1`, picture, false},
		{`UPDATE publications SET withdrawn_at = NULL, hidden_by = NULL WHERE id = $1`, picture, true},
		{`UPDATE publications SET withdrawn_at = now() WHERE id = $1`, picture, true},
		{`UPDATE videos SET shared_at = now() WHERE id = $1`, shared, false},
		{`UPDATE videos SET hidden_at = now() WHERE id = $1`, shared, true},
		{`UPDATE videos SET hidden_at = NULL WHERE id = $1`, shared, true},
		{`DELETE FROM videos WHERE id = $1`, shared, true},
		{`DELETE FROM videos WHERE id = $1`, own, false},
	} {
		testkit.Exec(t, pool, `DELETE FROM purges`)
		testkit.Exec(t, pool, step.statement, step.of)
		rows, err := pool.Query(t.Context(), `SELECT key FROM purges`)
		if err != nil {
			t.Fatal(err)
		}
		keys, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil || (len(keys) == 1) != step.want || len(keys) > 1 || step.want && keys[0] != step.of {
			t.Errorf("%s: %v, %v", step.statement, keys, err)
		}
	}
}

// Verifies CDN-7.
func TestOldestPurgeMetric(t *testing.T) {
	metrics := metrictest.New(t)
	pool := testkit.Database(t, migrations.Schema)
	(&Purger{pool, noCaches{}}).Measure()
	const name = "mcwick.media.purges.age"
	if got := metrics.Read(t, name); got.Series != 1 || got.Value != 0 {
		t.Errorf("nothing waits: %v", got)
	}
	testkit.Exec(t, pool, `INSERT INTO purges (key, added_at)
		VALUES (gen_random_uuid(), now() - interval '1 hour'), (gen_random_uuid(), now())`)
	if got := metrics.Read(t, name).Value; got < 3600 || got > 3700 {
		t.Errorf("the oldest waits for %v s", got)
	}
}

func TestDuePurgesUseIndex(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	for _, statement := range []string{
		`INSERT INTO purges (key, next_at) SELECT gen_random_uuid(), now() + n * interval '1 s' FROM generate_series(-1000, 20000) n`,
		`ANALYZE purges`,
	} {
		testkit.Fill(t, pool, statement)
	}
	testkit.CheckUsesIndex(t, pool, "purges_due", claimPurges, batchSize, time.Minute)
}
