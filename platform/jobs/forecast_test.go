package jobs

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
)

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
