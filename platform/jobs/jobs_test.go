package jobs

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/intent"
	"mcwick.example/platform/testkit"
)

// guess is how long a job of these tests is thought to take.
const guess = 5 * time.Second

func setup(t *testing.T) *Queue {
	t.Helper()
	return NewQueue(testkit.Database(t, os.DirFS("testdata/migrations")), guess)
}

func work(t *testing.T, q *Queue, slots int, h Handler) *Workers {
	t.Helper()
	w := NewWorkers(testkit.Log(), q, slots, map[string]Kind{"dig": {Handle: h, Deadline: 20 * time.Second}})
	testkit.Run(t, w.Run)
	return w
}

func add(t *testing.T, q *Queue) Job {
	t.Helper()
	job, err := q.Add(t.Context(), NewJob{Kind: "dig", Visitor: "ann", Key: uuid.NewString(), Input: "deep"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// end waits until the job is final, as a watcher would.
func end(t *testing.T, q *Queue, id string) Job {
	t.Helper()
	job, err := q.Wait(t.Context(), id, "ann", 1<<30, 20*time.Second)
	if err != nil || !job.State.Final() {
		t.Fatalf("%+v, %v", job, err)
	}
	return job
}

func TestAdd(t *testing.T) {
	q := setup(t)
	n := NewJob{Kind: "dig", Visitor: "ann", Key: "k1", Input: map[string]string{"depth": "2"}}
	first, err := q.Add(t.Context(), n, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("the same intent gives the same job, however often and at once", func(t *testing.T) {
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if again, err := q.Add(t.Context(), n, nil); err != nil || again.ID != first.ID {
					t.Errorf("got %s, %v", again.ID, err)
				}
			})
		}
		all.Wait()
	})
	t.Run("another input under the same key is a conflict", func(t *testing.T) {
		other := n
		other.Input = map[string]string{"depth": "3"}
		if _, err := q.Add(t.Context(), other, nil); !errors.Is(err, intent.ErrReused) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("another visitor may use the same key and does not see the job", func(t *testing.T) {
		other := n
		other.Visitor = "bob"
		if job, err := q.Add(t.Context(), other, nil); err != nil || job.ID == first.ID {
			t.Errorf("got %v, %v", job.ID, err)
		}
		if _, err := q.Get(t.Context(), first.ID, "bob"); !errors.Is(err, ErrNotFound) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("an id that is none is not found", func(t *testing.T) {
		if _, err := q.Get(t.Context(), "'; DROP TABLE jobs", "ann"); !errors.Is(err, ErrNotFound) {
			t.Errorf("got %v", err)
		}
	})
}

func TestWorkers(t *testing.T) {
	t.Run("a job is done once and its watcher sees the result", func(t *testing.T) {
		q := setup(t)
		work(t, q, 4, func(_ context.Context, job Job) (any, error) { return map[string]int{"attempt": job.Attempt}, nil })
		job := end(t, q, add(t, q).ID)
		if job.State != StateSucceeded || string(job.Result) != `{"attempt": 1}` || job.Version != 3 {
			t.Errorf("%+v", job)
		}
	})
	t.Run("a handler's fault is what the visitor reads", func(t *testing.T) {
		q := setup(t)
		work(t, q, 1, func(context.Context, Job) (any, error) {
			return nil, fault.New(fault.KindUnavailable, "NO_SHOVEL", "No shovel.")
		})
		job := end(t, q, add(t, q).ID)
		if job.State != StateFailed || *job.Failure != (Failure{"NO_SHOVEL", "No shovel."}) {
			t.Errorf("%+v", job)
		}
	})
	t.Run("a panic fails its job and leaves the worker alive", func(t *testing.T) {
		q := setup(t)
		work(t, q, 1, func(context.Context, Job) (any, error) { panic("rock") })
		for range 2 {
			if job := end(t, q, add(t, q).ID); job.State != StateFailed || job.Failure.Code != "INTERNAL" {
				t.Errorf("%+v", job)
			}
		}
	})
	t.Run("the job of a dead worker is taken over", func(t *testing.T) {
		q := setup(t)
		dead := NewWorkers(testkit.Log(), q, 1, map[string]Kind{"dig": {}})
		job := add(t, q)
		if _, err := dead.claim(t.Context(), uuid.New()); err != nil {
			t.Fatal(err)
		}
		expireLeases(t, q)
		work(t, q, 1, func(_ context.Context, job Job) (any, error) { return job.Attempt, nil })
		if job := end(t, q, job.ID); string(job.Result) != "2" {
			t.Errorf("%+v", job)
		}
	})
	t.Run("a worker that lost its job cannot end it", func(t *testing.T) {
		q := setup(t)
		w := NewWorkers(testkit.Log(), q, 1, map[string]Kind{"dig": {}})
		add(t, q)
		slow := uuid.New()
		job, err := w.claim(t.Context(), slow)
		if err != nil {
			t.Fatal(err)
		}
		expireLeases(t, q)
		fast := uuid.New()
		if _, err := w.claim(t.Context(), fast); err != nil {
			t.Fatal(err)
		}
		if err := w.finish(t.Context(), job, slow, "late", nil); err != nil {
			t.Fatal(err)
		}
		if got, _ := q.Get(t.Context(), job.ID, "ann"); got.State != StateRunning {
			t.Fatalf("%+v", got)
		}
		if err := w.finish(t.Context(), job, fast, "right", nil); err != nil {
			t.Fatal(err)
		}
		if got, _ := q.Get(t.Context(), job.ID, "ann"); string(got.Result) != `"right"` {
			t.Errorf("%+v", got)
		}
	})
	t.Run("every job of many is done exactly once by many", func(t *testing.T) {
		q := setup(t)
		var mu sync.Mutex
		done := map[string]int{}
		h := func(_ context.Context, job Job) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			done[job.ID]++
			return nil, nil
		}
		work(t, q, 4, h)
		work(t, q, 4, h)
		ids := make([]string, 60)
		for i := range ids {
			ids[i] = add(t, q).ID
		}
		for _, id := range ids {
			end(t, q, id)
		}
		for _, id := range ids {
			if done[id] != 1 {
				t.Errorf("job %s was done %d times", id, done[id])
			}
		}
	})
}

func TestLease(t *testing.T) {
	t.Run("a worker that lives keeps its job", func(t *testing.T) {
		q := setup(t)
		slow := NewWorkers(testkit.Log(), q, 1, map[string]Kind{"dig": {Deadline: 20 * time.Second, Handle: func(ctx context.Context, job Job) (any, error) {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(2 * time.Second): // several leases
				return job.Attempt, nil
			}
		}}})
		slow.lease, slow.heartbeat = 500*time.Millisecond, 50*time.Millisecond
		testkit.Run(t, slow.Run)
		id := add(t, q).ID
		testkit.Eventually(t, "it was taken", func() bool { job, _ := q.Get(t.Context(), id, "ann"); return job.State == StateRunning })
		work(t, q, 1, func(context.Context, Job) (any, error) { return "stolen", nil })
		if job := end(t, q, id); string(job.Result) != "1" {
			t.Errorf("%+v", job)
		}
	})
	t.Run("a worker hears of a job that another process ended", func(t *testing.T) {
		q := setup(t)
		started, stopped := make(chan struct{}), make(chan struct{})
		work(t, q, 1, func(ctx context.Context, _ Job) (any, error) {
			close(started)
			<-ctx.Done()
			close(stopped)
			return nil, ctx.Err()
		})
		id := add(t, q).ID
		<-started
		if _, err := NewQueue(q.pool, guess).Cancel(t.Context(), id, "ann"); err != nil {
			t.Fatal(err)
		}
		<-stopped
	})
	t.Run("a job that kills its workers is given up", func(t *testing.T) {
		q := setup(t)
		w := NewWorkers(testkit.Log(), q, 1, map[string]Kind{"dig": {}})
		id := add(t, q).ID
		for range maxAttempts {
			if _, err := w.claim(t.Context(), uuid.New()); err != nil {
				t.Fatal(err)
			}
			expireLeases(t, q)
		}
		if _, err := w.claim(t.Context(), uuid.New()); !errors.Is(err, pgx.ErrNoRows) {
			t.Errorf("taken once more: %v", err)
		}
		if err := q.Forecast(t.Context()); err != nil {
			t.Fatal(err)
		}
		if job, _ := q.Get(t.Context(), id, "ann"); job.State != StateFailed || job.Failure.Code != errGivenUp.Reason {
			t.Errorf("%+v", job)
		}
	})
}

func expireLeases(t *testing.T, q *Queue) {
	t.Helper()
	if _, err := q.pool.Exec(t.Context(), `UPDATE jobs SET lease_until = now() - interval '1 s'`); err != nil {
		t.Fatal(err)
	}
}

// addTo queues a job of a lane.
func addTo(t *testing.T, q *Queue, lane string) string {
	t.Helper()
	job, err := q.Add(t.Context(), NewJob{Kind: "dig", Visitor: "ann", Lane: lane, Key: uuid.NewString(), Input: "deep"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return job.ID
}

// drain claims every job and gives the order.
func drain(t *testing.T, q *Queue) (ids []string) {
	t.Helper()
	w := NewWorkers(testkit.Log(), q, 1, map[string]Kind{"dig": {}})
	for {
		job, err := w.claim(t.Context(), uuid.New())
		if errors.Is(err, pgx.ErrNoRows) {
			return ids
		}
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, job.ID)
	}
}

func TestLanesAreServedInTurn(t *testing.T) {
	q := setup(t)
	var crowd []string
	for range 4 {
		crowd = append(crowd, addTo(t, q, "crowd"))
	}
	lone := addTo(t, q, "lone")
	want := []string{crowd[0], lone, crowd[1], crowd[2], crowd[3]}
	if got := drain(t, q); !slices.Equal(got, want) {
		t.Errorf("served %v, want %v", got, want)
	}
}

func TestPositions(t *testing.T) {
	q := setup(t)
	w := NewWorkers(testkit.Log(), q, 1, map[string]Kind{"dig": {}})
	var crowd []string
	for range 3 {
		crowd = append(crowd, addTo(t, q, "crowd"))
	}
	places := func() (got []int) {
		t.Helper()
		q.pace.at = time.Time{}
		if err := q.Forecast(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, id := range crowd {
			job, err := q.Get(t.Context(), id, "ann")
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, job.Position)
		}
		return got
	}
	if got := places(); !slices.Equal(got, []int{1, 2, 3}) {
		t.Fatalf("at first %v", got)
	}
	addTo(t, q, "lone") // comes in turn before the crowd's second
	if got := places(); !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("a position grew: %v", got)
	}
	if _, err := w.claim(t.Context(), uuid.New()); err != nil {
		t.Fatal(err)
	}
	if got := places(); !slices.Equal(got, []int{0, 2, 3}) {
		t.Errorf("after one was taken: %v", got)
	}
	// Nothing was done yet: the last one waits for the time that three are thought to take.
	if job, err := q.Get(t.Context(), crowd[2], "ann"); err != nil || job.Estimate != 3*guess {
		t.Errorf("estimate %v, %v", job.Estimate, err)
	}
	if _, err := q.pool.Exec(t.Context(), `UPDATE jobs SET state = 'succeeded', started_at = now() - interval '40 s', finished_at = now() WHERE state = 'running'`); err != nil {
		t.Fatal(err)
	}
	addTo(t, q, "late") // so that places change
	places()
	if job, err := q.Get(t.Context(), crowd[2], "ann"); err != nil || job.Estimate.Round(time.Second) < 2*40*time.Second {
		t.Errorf("after one that took 40 s: estimate %v, %v", job.Estimate, err)
	}
}

func TestWhoWouldWaitTooLongIsToldAtOnce(t *testing.T) {
	q := setup(t)
	for range 60 { // 60 jobs of 5 s on one worker are the five minutes
		addTo(t, q, "crowd")
	}
	q.pace.at = time.Time{}
	_, err := q.Add(t.Context(), NewJob{Kind: "dig", Visitor: "ann", Key: uuid.NewString(), Input: "deep"}, nil)
	if !errors.Is(err, ErrQueueFull) || fault.From(err).RetryAfter <= 0 {
		t.Errorf("got %v", err)
	}
	var n int
	if err := q.pool.QueryRow(t.Context(), `SELECT count(*) FROM jobs`).Scan(&n); err != nil || n != 60 {
		t.Errorf("%d jobs, %v", n, err)
	}
}

func TestCancel(t *testing.T) {
	t.Run("a waiting job is never done", func(t *testing.T) {
		q := setup(t)
		id := addTo(t, q, "")
		if job, err := q.Cancel(t.Context(), id, "ann"); err != nil || job.State != StateCancelled {
			t.Fatalf("%+v, %v", job, err)
		}
		if got := drain(t, q); len(got) != 0 {
			t.Errorf("served %v", got)
		}
	})
	t.Run("a running job is stopped, and only this one", func(t *testing.T) {
		q := setup(t)
		started, stopped := make(chan string, 2), make(chan string, 2)
		release := make(chan struct{})
		work(t, q, 2, func(ctx context.Context, job Job) (any, error) {
			started <- job.ID
			select {
			case <-ctx.Done():
				stopped <- job.ID
				return nil, ctx.Err()
			case <-release:
				return "done", nil
			}
		})
		cancelled, kept := addTo(t, q, ""), addTo(t, q, "")
		<-started
		<-started
		if _, err := q.Cancel(t.Context(), cancelled, "ann"); err != nil {
			t.Fatal(err)
		}
		if id := <-stopped; id != cancelled {
			t.Errorf("stopped %s", id)
		}
		close(release)
		if job := end(t, q, kept); job.State != StateSucceeded {
			t.Errorf("%+v", job)
		}
		if job := end(t, q, cancelled); job.State != StateCancelled {
			t.Errorf("%+v", job)
		}
	})
	t.Run("a stranger cancels nothing", func(t *testing.T) {
		q := setup(t)
		id := addTo(t, q, "")
		if _, err := q.Cancel(t.Context(), id, "bob"); !errors.Is(err, ErrNotFound) {
			t.Errorf("got %v", err)
		}
		if job, _ := q.Get(t.Context(), id, "ann"); job.State != StateQueued {
			t.Errorf("%+v", job)
		}
	})
}

// BenchmarkClaim compares a claim among 2,000 waiting jobs of 200 lanes with one that knows no lanes.
func BenchmarkClaim(b *testing.B) {
	const plain = `UPDATE jobs SET state = 'running' WHERE id = (SELECT id FROM jobs WHERE state = 'queued' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)`
	fill := func(b *testing.B) *Queue {
		q := NewQueue(testkit.Database(b, os.DirFS("testdata/migrations")), guess)
		_, err := q.pool.Exec(b.Context(), `INSERT INTO jobs (id, kind, visitor, lane, idempotency_key, input_hash, input, trace)
			SELECT gen_random_uuid(), 'dig', 'ann', 'lane' || n % 200, n::text, '', '1', '' FROM generate_series(1, 2000) n`)
		if err != nil {
			b.Fatal(err)
		}
		return q
	}
	b.Run("in turn", func(b *testing.B) {
		w := NewWorkers(testkit.Log(), fill(b), 1, map[string]Kind{"dig": {}})
		for b.Loop() {
			if _, err := w.claim(b.Context(), uuid.New()); err != nil && !errors.Is(err, pgx.ErrNoRows) {
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

func TestProgress(t *testing.T) {
	q := setup(t)
	w := NewWorkers(testkit.Log(), q, 1, map[string]Kind{"dig": {}})
	id, holder := add(t, q).ID, uuid.New()
	if _, err := w.claim(t.Context(), holder); err != nil {
		t.Fatal(err)
	}
	version := 2
	for _, c := range []struct {
		who               uuid.UUID
		told, shown, more int
	}{{holder, 10, 10, 1}, {holder, 40, 40, 1}, {holder, 20, 40, 0}, {uuid.New(), 90, 40, 0}, {holder, 400, 100, 1}} {
		w.progress(t.Context(), id, c.who, c.told)
		version += c.more
		if job, err := q.Get(t.Context(), id, "ann"); err != nil || job.Percent != c.shown || job.Version != version {
			t.Errorf("after %d: %d%%, version %d of %d, %v", c.told, job.Percent, job.Version, version, err)
		}
	}
	t.Run("a handler tells it", func(t *testing.T) {
		q := setup(t)
		work(t, q, 1, func(ctx context.Context, job Job) (any, error) { job.Progress(ctx, 70); return nil, nil })
		if job := end(t, q, add(t, q).ID); job.Percent != 70 {
			t.Errorf("%+v", job)
		}
	})
}

func TestStoppingWaitsForTheLongestJob(t *testing.T) {
	longest := 2 * time.Minute
	w := NewWorkers(testkit.Log(), nil, 1, map[string]Kind{"short": {Deadline: time.Second}, "long": {Deadline: longest}, "other": {Deadline: time.Minute}})
	if budget := w.Part().Budget; budget <= longest {
		t.Errorf("stopping has %v for a job of %v", budget, longest)
	}
}
