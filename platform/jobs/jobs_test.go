package jobs

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
)

func setup(t *testing.T) *Queue {
	t.Helper()
	return NewQueue(testkit.Database(t, os.DirFS("testdata/migrations")))
}

func work(t *testing.T, q *Queue, slots int, h Handler) *Workers {
	t.Helper()
	w := NewWorkers(testkit.Log(), q, slots, map[string]Kind{"dig": {Handle: h, Deadline: 20 * time.Second}})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); _ = w.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return w
}

func add(t *testing.T, q *Queue) Job {
	t.Helper()
	job, err := q.Add(t.Context(), NewJob{Kind: "dig", Visitor: "ann", Key: uuid.NewString(), Input: "deep"})
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
	first, err := q.Add(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("the same intent gives the same job, however often and at once", func(t *testing.T) {
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if again, err := q.Add(t.Context(), n); err != nil || again.ID != first.ID {
					t.Errorf("got %s, %v", again.ID, err)
				}
			})
		}
		all.Wait()
	})
	t.Run("another input under the same key is a conflict", func(t *testing.T) {
		other := n
		other.Input = map[string]string{"depth": "3"}
		if _, err := q.Add(t.Context(), other); !errors.Is(err, ErrKeyReused) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("another visitor may use the same key and does not see the job", func(t *testing.T) {
		other := n
		other.Visitor = "bob"
		if job, err := q.Add(t.Context(), other); err != nil || job.ID == first.ID {
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

func expireLeases(t *testing.T, q *Queue) {
	t.Helper()
	if _, err := q.pool.Exec(t.Context(), `UPDATE jobs SET lease_until = now() - interval '1 s'`); err != nil {
		t.Fatal(err)
	}
}
