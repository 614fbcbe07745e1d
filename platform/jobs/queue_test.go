package jobs

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/testkit"
)

// Verifies REQ-1.
func TestAdd(t *testing.T) {
	q := newTestQueue(t)
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
		if _, err := q.Add(t.Context(), other, nil); !errors.Is(err, idempotency.ErrKeyReused) {
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
	t.Run("a key that an older release kept in upper case is the same key", func(t *testing.T) {
		upper := n
		upper.Key = "K2"
		kept, err := q.Add(t.Context(), upper, nil)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Exec(t, q.pool, `UPDATE jobs SET idempotency_key = upper(idempotency_key) WHERE id = $1`, kept.ID)
		upper.Key = "k2"
		if again, err := q.Add(t.Context(), upper, nil); err != nil || again.ID != kept.ID {
			t.Errorf("got %s, %v", again.ID, err)
		}
	})
	t.Run("an id in another form than ours is not found", func(t *testing.T) {
		for _, id := range []string{
			"'; DROP TABLE jobs", "urn:uuid:" + first.ID, "{" + first.ID + "}", strings.ToUpper(first.ID),
			strings.ReplaceAll(first.ID, "-", ""),
			first.ID + "\x00", "\xff",
		} {
			if _, err := q.Get(t.Context(), id, "ann"); !errors.Is(err, ErrNotFound) {
				t.Errorf("get %q: %v", id, err)
			}
			if _, err := q.Cancel(t.Context(), id, "ann"); !errors.Is(err, ErrNotFound) {
				t.Errorf("cancel %q: %v", id, err)
			}
			if _, err := q.Wait(t.Context(), id, "ann", 0, 0); !errors.Is(err, ErrNotFound) {
				t.Errorf("wait for %q: %v", id, err)
			}
		}
	})
}

func TestCancel(t *testing.T) {
	t.Run("a waiting job is never done", func(t *testing.T) {
		q := newTestQueue(t)
		id := addTo(t, q, "")
		if job, err := q.Cancel(t.Context(), id, "ann"); err != nil || job.State != StateCancelled {
			t.Fatalf("%+v, %v", job, err)
		}
		if got := drain(t, q); len(got) != 0 {
			t.Errorf("served %v", got)
		}
	})
	t.Run("a running job is stopped, and only this one", func(t *testing.T) {
		q := newTestQueue(t)
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
		q := newTestQueue(t)
		id := addTo(t, q, "")
		if _, err := q.Cancel(t.Context(), id, "bob"); !errors.Is(err, ErrNotFound) {
			t.Errorf("got %v", err)
		}
		if job, _ := q.Get(t.Context(), id, "ann"); job.State != StateQueued {
			t.Errorf("%+v", job)
		}
	})
}
