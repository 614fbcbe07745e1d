package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
)

func TestWorkers(t *testing.T) {
	t.Run("a job is done once and its watcher sees the result", func(t *testing.T) {
		q := newTestQueue(t)
		work(t, q, 4, func(_ context.Context, job Job) (any, error) {
			return map[string]int{"attempt": job.Attempt},
				nil
		})
		job := end(t, q, add(t, q).ID)
		if job.State != StateSucceeded || string(job.Result) != `{"attempt": 1}` || job.Version != 3 {
			t.Errorf("%+v", job)
		}
	})
	t.Run("a handler's fault is what the visitor reads", func(t *testing.T) {
		q := newTestQueue(t)
		work(t, q, 1, func(context.Context, Job) (any, error) {
			return nil, fault.New(fault.KindUnavailable, "NO_SHOVEL", "No shovel.")
		})
		job := end(t, q, add(t, q).ID)
		if job.State != StateFailed || *job.Failure != (Failure{"NO_SHOVEL", "No shovel."}) {
			t.Errorf("%+v", job)
		}
	})
	t.Run("a panic fails its job and leaves the worker alive", func(t *testing.T) {
		q := newTestQueue(t)
		work(t, q, 1, func(context.Context, Job) (any, error) { panic("rock") })
		for range 2 {
			if job := end(t, q, add(t, q).ID); job.State != StateFailed || job.Failure.Code != "INTERNAL" {
				t.Errorf("%+v", job)
			}
		}
	})
	t.Run("the job of a dead worker is taken over", func(t *testing.T) {
		q := newTestQueue(t)
		dead := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
		job := add(t, q)
		if _, err := dead.claim(t.Context(), uuid.New()); err != nil {
			t.Fatal(err)
		}
		next := NewWorkers(testkit.DiscardLog(), q, 1,
			Work{Kind: "dig", Deadline: 20 * time.Second,
				Handle: func(_ context.Context, job Job) (any, error) { return job.Attempt, nil }})
		abandon(t, q, next)
		testkit.RunCommand(t, next.Run)
		if job := awaitEnd(t, q, job.ID); string(job.Result) != "2" {
			t.Errorf("%+v", job)
		}
	})
	t.Run("a worker that lost its job cannot end it", func(t *testing.T) {
		q := newTestQueue(t)
		w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
		add(t, q)
		slow := uuid.New()
		job, err := w.claim(t.Context(), slow)
		if err != nil {
			t.Fatal(err)
		}
		abandon(t, q, w)
		fast := uuid.New()
		if _, err := w.claim(t.Context(), fast); err != nil {
			t.Fatal(err)
		}
		if err := w.finish(t.Context(), job, slow, "late", nil, time.Now()); err != nil {
			t.Fatal(err)
		}
		if got, _ := q.Get(t.Context(), job.ID, "ann"); got.State != StateRunning {
			t.Fatalf("%+v", got)
		}
		if err := w.finish(t.Context(), job, fast, "right", nil, time.Now()); err != nil {
			t.Fatal(err)
		}
		if got, _ := q.Get(t.Context(), job.ID, "ann"); string(got.Result) != `"right"` {
			t.Errorf("%+v", got)
		}
	})
	t.Run("every job of many is done exactly once by many", func(t *testing.T) {
		q := newTestQueue(t)
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
			ids[i] = addTo(t, q, fmt.Sprint("lane", i%2)) // so many of one lane may not wait
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
		q := newTestQueue(t)
		slow := NewWorkers(testkit.DiscardLog(), q, 1,
			Work{Kind: "dig", Deadline: 20 * time.Second, Handle: func(ctx context.Context, job Job) (any, error) {
				select {
				case <-ctx.Done():
					return nil, ctx.Err()
				case <-time.After(2 * time.Second): // several leases
					return job.Attempt, nil
				}
			}})
		slow.lease, slow.heartbeat = 500*time.Millisecond, 50*time.Millisecond
		testkit.RunCommand(t, slow.Run)
		id := add(t, q).ID
		testkit.Eventually(t, "it was taken",
			func() bool {
				job, _ := q.Get(t.Context(), id, "ann")
				return job.State == StateRunning || job.State.IsFinal()
			})
		work(t, q, 1, func(context.Context, Job) (any, error) { return "stolen", nil })
		if job := end(t, q, id); string(job.Result) != "1" {
			t.Errorf("%+v", job)
		}
	})
	t.Run("a worker hears of a job that another process ended", func(t *testing.T) {
		q := newTestQueue(t)
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
		metrics, q := metrictest.New(t), newTestQueue(t)
		w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
		id := add(t, q).ID
		for range maxAttempts {
			if _, err := w.claim(t.Context(), uuid.New()); err != nil {
				t.Fatal(err)
			}
			abandon(t, q, w)
		}
		if _, err := w.claim(t.Context(), uuid.New()); !errors.Is(err, pgx.ErrNoRows) {
			t.Errorf("taken once more: %v", err)
		}
		if err := w.checkLeases(t.Context()); err != nil {
			t.Fatal(err)
		}
		if job, _ := q.Get(t.Context(), id, "ann"); job.State != StateFailed || job.Failure.Code != errGivenUp.Reason {
			t.Errorf("%+v", job)
		}
		if n := metrics.Read(t, "mcwick.jobs.duration", "outcome", "failed", "code", errGivenUp.Reason).Count; n != 1 {
			t.Errorf("counted %d times", n)
		}
	})
}

func expireLeases(t *testing.T, q *Queue) {
	t.Helper()
	testkit.Exec(t, q.pool, `UPDATE jobs SET lease_until = now() - interval '1 s'`)
}

// abandon has w see the leases of all running jobs, which are over, for as long as leases last.
func abandon(t *testing.T, q *Queue, w *Workers) {
	t.Helper()
	expireLeases(t, q)
	if err := w.checkLeases(t.Context()); err != nil {
		t.Fatal(err)
	}
	for id, l := range w.leases.known {
		l.since = l.since.Add(-w.lease)
		w.leases.known[id] = l
	}
}

func TestProgress(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	id, holder := add(t, q).ID, uuid.New()
	job, err := w.claim(t.Context(), holder)
	if err != nil {
		t.Fatal(err)
	}
	version := 2
	for _, c := range []struct {
		who                   uuid.UUID
		reported, shown, more int
	}{{holder, 10, 10, 1}, {holder, 40, 40, 1}, {holder, 20, 40, 0}, {uuid.New(), 90, 40, 0}, {holder, 90, 90, 1},
		{holder, 400, 100, 1}} {
		job.ReportProgress(c.reported)
		if mine, err := w.renewLease(t.Context(), job, c.who); err != nil || mine != (c.who == holder) {
			t.Error(mine, err)
		}
		version += c.more
		if job, err := q.Get(t.Context(), id, "ann"); err != nil || job.Percent != c.shown || job.Version != version {
			t.Errorf("after %d: %d%%, version %d of %d, %v", c.reported, job.Percent, job.Version, version, err)
		}
	}
	t.Run("a handler tells it", func(t *testing.T) {
		q := newTestQueue(t)
		work(t, q, 1, func(_ context.Context, job Job) (any, error) { job.ReportProgress(70); return nil, nil })
		if job := end(t, q, add(t, q).ID); job.Percent != 70 {
			t.Errorf("%+v", job)
		}
	})
}

func TestStopBudgetCoversLongestDeadline(t *testing.T) {
	longest := 2 * time.Minute
	w := NewWorkers(testkit.DiscardLog(), nil, 1,
		Work{Kind: "short", Deadline: time.Second}, Work{Kind: "long", Deadline: longest},
		Work{Kind: "other", Deadline: time.Minute})
	if budget := w.Part().Budget; budget <= longest {
		t.Errorf("stopping has %v for a job of %v", budget, longest)
	}
}

// Workers whose connections to the database hang, while new ones are served, claim jobs again
// within the time that a statement may take.
func TestWorkersRecoverFromHangingConnections(t *testing.T) {
	t.Parallel()
	q := newTestQueue(t)
	through, freezer := testkit.FreezeDatabase(t, q.pool.Config().ConnString())
	w := NewWorkers(testkit.DiscardLog(), NewQueue(testkit.Connect(t, through), guess), 2, Work{
		Kind: "dig", Handle: func(context.Context, Job) (any, error) { return "done", nil }, Deadline: 20 * time.Second,
	})
	testkit.RunCommand(t, w.Run)
	end(t, q, add(t, q).ID)
	freezer.FreezeExisting()
	job := add(t, q)
	testkit.EventuallyWithin(t, time.Minute, "a worker took the job by a new connection", func() bool {
		var state string
		err := q.pool.QueryRow(t.Context(), `SELECT state FROM jobs WHERE id = $1`, job.ID).Scan(&state)
		return err == nil && state == string(StateSucceeded)
	})
}
