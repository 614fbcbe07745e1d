package jobs

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/retry"
	"mcwick.example/platform/testkit"
)

// queryHook is called with each query of a pool that has been answered.
type queryHook func(sql string)

type queryKey struct{}

func (h queryHook) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	return context.WithValue(ctx, queryKey{}, q.SQL)
}

func (h queryHook) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	h(ctx.Value(queryKey{}).(string))
}

// hookQueries is a queue of another process on the same database, whose queries hook gets.
func hookQueries(t testing.TB, q *Queue, hook queryHook) *Queue {
	t.Helper()
	c := q.pool.Config()
	c.ConnConfig.Tracer = hook
	c.MaxConns = 4 // many at a time take a busy machine longer than a connection may
	pool, err := pgxpool.NewWithConfig(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return NewQueue(pool, guess)
}

// addMany adds n jobs of ann.
func addMany(t testing.TB, q *Queue, n int) []uuid.UUID {
	t.Helper()
	ids, err := postgres.QueryRows(t.Context(), q.pool, pgx.RowTo[uuid.UUID],
		`INSERT INTO jobs (id, kind, visitor, idempotency_key, input_hash, input, trace)
		SELECT gen_random_uuid(), 'dig', 'ann', gen_random_uuid(), '', '1', '' FROM generate_series(1, $1) n RETURNING id`, n)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// change makes a change as another process does: no watcher in this one is notified.
func change(t testing.TB, q *Queue, ids ...uuid.UUID) {
	t.Helper()
	if _, err := q.pool.Exec(t.Context(), `UPDATE jobs SET version = version + 1 WHERE id = ANY($1)`, ids); err != nil {
		t.Error(err)
	}
}

// waitConnected waits as long as can be, again when a busy machine took too long to connect.
func waitConnected(ctx context.Context, q *Queue, id uuid.UUID, after int) (job Job, err error) {
	for {
		if job, err = q.Wait(ctx, id.String(), "ann", after, time.Minute); !retry.IsUnavailable(err) {
			return job, err
		}
	}
}

func (c *changeNotifier) countPolled() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.polled
}

// A worker that has written down progress wakes the job's watchers, and not its own heartbeat.
func TestProgressWakesOtherWatchers(t *testing.T) {
	c, id := newChangeNotifier(nil), uuid.New()
	own, forget := c.watch(id)
	defer forget()
	other, forgetOther := c.watch(id)
	defer forgetOther()
	c.notifyOthers(id.String(), own)
	if len(own.changed) != 0 || len(other.changed) != 1 {
		t.Errorf("its own %d times, the other %d times", len(own.changed), len(other.changed))
	}
}

func TestWatchersShareOnePoll(t *testing.T) {
	t.Parallel()
	const watchers = 5000
	direct := newTestQueue(t)
	var polls, reads, waits atomic.Int64
	q := hookQueries(t, direct, func(sql string) {
		if sql == pollQuery {
			polls.Add(1)
		} else {
			reads.Add(1)
		}
	})
	ids := addMany(t, q, watchers)
	var running sync.WaitGroup
	for _, id := range ids {
		running.Go(func() {
			for version := 1; version == 1; {
				waits.Add(1)
				job, err := waitConnected(t.Context(), q, id, 1)
				if version = job.Version; err != nil || version > 2 {
					t.Errorf("version %d, %v", version, err)
					return
				}
			}
		})
	}
	testkit.EventuallyWithin(t, time.Minute, "all wait", func() bool { return q.changed.countPolled() == watchers })
	before := polls.Load()
	testkit.EventuallyWithin(t, time.Minute, "some polls", func() bool { return polls.Load() >= before+5 })
	if n := polls.Load() - before; n > watchers/100 { // each one's own would be all of them in a second
		t.Errorf("%d polls", n)
	}
	if r, w := reads.Load(), waits.Load(); r > w+1 { // the jobs were inserted by one more
		t.Errorf("%d jobs were read in %d waits", r, w)
	}
	change(t, direct, ids...)
	running.Wait()
	if r, w := reads.Load(), waits.Load(); r > w+watchers+1 {
		t.Errorf("%d jobs were read in %d waits, %d of which learned of a change", r, w, watchers)
	}
}

// One poll after a change of another process finds it, and wakes no other watcher.
func TestPollWakesWatchersOfChangedJobs(t *testing.T) {
	t.Parallel()
	direct := newTestQueue(t)
	var polls atomic.Int64
	q := hookQueries(t, direct, func(string) { polls.Add(1) })
	ids := addMany(t, direct, 2*pollBatch+1)
	watchers := make(map[uuid.UUID][]*watcher, len(ids))
	for _, id := range ids {
		for _, version := range []int{1, 1, 2, 0} { // the third has read what comes, the fourth wants no poll
			w, _ := q.changed.watch(id)
			w.version = version // without the polling of pollFor: this test polls once
			watchers[id] = append(watchers[id], w)
		}
	}
	changed, gone := ids[:3000], ids[len(ids)-1]
	change(t, direct, changed...)
	testkit.Exec(t, direct.pool, `DELETE FROM jobs WHERE id = $1`, gone)
	q.changed.wakeChanged(t.Context())
	if n := polls.Load(); n != 3 {
		t.Errorf("%d queries for %d jobs, of which one has %d at most", n, len(ids), pollBatch)
	}
	want := make(map[uuid.UUID][4]int, len(ids))
	for _, id := range ids {
		want[id] = [4]int{0, 0, 1, 0}
	}
	for _, id := range changed {
		want[id] = [4]int{1, 1, 0, 0}
	}
	want[gone] = [4]int{1, 1, 1, 0}
	wrong := 0
	for id, all := range watchers {
		for n, w := range all {
			if len(w.changed) != want[id][n] {
				wrong++
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d watchers were woken for nothing, or not at all", wrong)
	}
}

// The change comes between the watcher's reading and the moment from which it is polled for.
func TestWaitSeesChangeDuringItsRead(t *testing.T) {
	t.Parallel()
	direct := newTestQueue(t)
	id := addMany(t, direct, 1)[0]
	var reads atomic.Int64
	q := hookQueries(t, direct, func(sql string) {
		if sql != pollQuery && reads.Add(1) == 1 {
			change(t, direct, id)
		}
	})
	job, err := q.Wait(t.Context(), id.String(), "ann", 1, time.Minute)
	if err != nil || job.Version != 2 || reads.Load() != 2 {
		t.Errorf("version %d after %d reads, %v", job.Version, reads.Load(), err)
	}
}

// Changes of two processes, at any moment of those who watch in both, are seen by all of them: no
// wait ends without a newer version.
func TestWaitMissesNoChange(t *testing.T) {
	t.Parallel()
	const changes = 20
	direct := newTestQueue(t)
	one, two := hookQueries(t, direct, func(string) {}), hookQueries(t, direct, func(string) {})
	ids := addMany(t, one, 10)
	var running sync.WaitGroup
	for _, id := range ids {
		for _, q := range []*Queue{one, two, one, two} {
			running.Go(func() {
				for seen := 0; seen <= changes; {
					job, err := waitConnected(t.Context(), q, id, seen)
					if err != nil || job.Version <= seen {
						t.Errorf("version %d after %d, %v", job.Version, seen, err)
						return
					}
					seen = job.Version
				}
			})
		}
	}
	for range changes {
		for _, i := range rand.Perm(len(ids)) {
			change(t, direct, ids[i])
			if rand.N(2) == 0 {
				one.changed.notify(ids[i].String())
			}
		}
	}
	running.Wait()
}

// What is left when the last watcher goes is nothing. Not parallel: it looks at all goroutines.
func TestCanceledWatchersLeaveNothing(t *testing.T) {
	q := hookQueries(t, newTestQueue(t), func(string) {})
	ids := addMany(t, q, 500)
	for range 2 { // the polling begins again with the next one
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		for _, id := range ids {
			running.Go(func() {
				if _, err := waitConnected(ctx, q, id, 1); !errors.Is(err, context.Canceled) {
					t.Errorf("a canceled wait: %v", err)
				}
			})
		}
		testkit.Eventually(t, "all wait", func() bool { return q.changed.countPolled() == len(ids) })
		if n := countGoroutines("changeNotifier).poll("); n != 1 {
			t.Errorf("%d goroutines poll", n)
		}
		cancel()
		running.Wait()
		testkit.Eventually(t, "no goroutine is left", func() bool { return countGoroutines("changeNotifier).poll(") == 0 })
		if len(q.changed.watchers) != 0 || q.changed.polled != 0 || q.changed.stop != nil {
			t.Errorf("%d jobs are watched, %d are polled for", len(q.changed.watchers), q.changed.polled)
		}
	}
}

// countGoroutines counts those that execute a function.
func countGoroutines(function string) int {
	stacks := make([]byte, 1<<24)
	return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), function)
}

// A watcher waits through an outage and learns of what was changed meanwhile; one whose time is over
// gets the job as it was.
func TestWatchersSurviveDatabaseOutage(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(*testkit.Freezer) (end func()){
		"hangs":      func(f *testkit.Freezer) func() { f.Freeze(); return f.Thaw },
		"is stopped": func(f *testkit.Freezer) func() { f.Stop(); return f.Start },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			direct := newTestQueue(t)
			through, freezer := testkit.FreezeDatabase(t, direct.pool.Config().ConnString())
			q := NewQueue(testkit.Connect(t, through), guess)
			id := addMany(t, direct, 1)[0]
			wait := func(d time.Duration) <-chan Job {
				ended := make(chan Job, 1)
				go func() {
					job, err := q.Wait(t.Context(), id.String(), "ann", 1, d)
					if err != nil {
						t.Error(err)
					}
					ended <- job
				}()
				return ended
			}
			long, short := wait(time.Minute), wait(12*time.Second)
			testkit.Eventually(t, "both wait", func() bool { return q.changed.countPolled() == 2 })
			end := away(freezer)
			change(t, direct, id)
			if job := <-short; job.Version != 1 {
				t.Errorf("version %d through a database that is away", job.Version)
			}
			end()
			if job := <-long; job.Version != 2 {
				t.Errorf("version %d", job.Version)
			}
		})
	}
}

// Another visitor's job is none, and one that is deleted ends the wait.
func TestWaitForNoJob(t *testing.T) {
	t.Parallel()
	direct := newTestQueue(t)
	q := hookQueries(t, direct, func(string) {})
	id := addMany(t, q, 1)[0]
	for name, visitor := range map[string]string{id.String(): "bea", uuid.NewString(): "ann", "none": "ann"} {
		if _, err := q.Wait(t.Context(), name, visitor, 0, time.Minute); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s of %s: %v", name, visitor, err)
		}
	}
	ended := make(chan error, 1)
	go func() {
		_, err := q.Wait(t.Context(), id.String(), "ann", 1, time.Minute)
		ended <- err
	}()
	testkit.Eventually(t, "it waits", func() bool { return q.changed.countPolled() == 1 })
	testkit.Exec(t, direct.pool, `DELETE FROM jobs`)
	if err := <-ended; !errors.Is(err, ErrNotFound) {
		t.Errorf("a job that was deleted: %v", err)
	}
}

func TestPollUsesPrimaryKey(t *testing.T) {
	t.Parallel()
	q := newTestQueue(t)
	ids := addMany(t, q, 20_000)
	testkit.Fill(t, q.pool, `ANALYZE jobs`)
	testkit.CheckUsesIndex(t, q.pool, "jobs_pkey", pollQuery, ids[:100])
}
