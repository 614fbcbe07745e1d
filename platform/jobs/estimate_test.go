package jobs

import (
	"errors"
	"fmt"
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
	job, err := q.Add(t.Context(),
		NewJob{Kind: "dig", Visitor: "ann", Lane: lane, Key: uuid.NewString(), Input: "deep"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return job.ID
}

// drain claims every job and returns the order.
func drain(t *testing.T, q *Queue) (ids []string) {
	t.Helper()
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
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

func TestLanesAreServedRoundRobin(t *testing.T) {
	q := newTestQueue(t)
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

// Verifies LIMIT-1.
func TestPositionsAndEstimates(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	var crowd []string
	for range 3 {
		crowd = append(crowd, addTo(t, q, "crowd"))
	}
	places := func() (got []int) {
		t.Helper()
		q.throughput.at = time.Time{}
		if err := q.UpdateEstimates(t.Context()); err != nil {
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
	if _, err := q.pool.Exec(t.Context(),
		`UPDATE jobs SET state = 'succeeded', started_at = now() - interval '40 s', finished_at = now() WHERE state = 'running'`); err != nil {
		t.Fatal(err)
	}
	addTo(t, q, "late") // so that places change
	places()
	if job, err := q.Get(t.Context(), crowd[2], "ann"); err != nil ||
		job.Estimate.Round(time.Second) < 2*40*time.Second {
		t.Errorf("after one that took 40 s: estimate %v, %v", job.Estimate, err)
	}
}

// addExpectingError tries to queue a job of a lane.
func addExpectingError(t *testing.T, q *Queue, lane string) error {
	t.Helper()
	q.throughput.at = time.Time{}
	_, err := q.Add(t.Context(), NewJob{Kind: "dig", Visitor: "ann", Lane: lane, Key: uuid.NewString(), Input: "deep"},
		nil)
	return err
}

// Jobs of 5 s on one worker: sixty of them are the five minutes.
// Verifies LIMIT-2.
func TestAddRejectsJobsOverMaxWait(t *testing.T) {
	q := newTestQueue(t)
	for i := range 60 {
		addTo(t, q, fmt.Sprintf("lane%d", i%20))
	}
	if err := addExpectingError(t, q, "lane0"); !errors.Is(err, ErrQueueFull) || fault.From(err).RetryAfter != guess {
		t.Errorf("a job whose turn is the 61st: %v", err)
	}
	if err := addExpectingError(t, q, "lone"); err != nil {
		t.Errorf("a job whose turn is the 21st: %v", err)
	}
	for i := range 39 {
		addTo(t, q, fmt.Sprintf("more%d", i))
	}
	if err := addExpectingError(t, q, "another"); !errors.Is(err, ErrQueueFull) || fault.From(err).RetryAfter != guess {
		t.Errorf("the first job of the 61st lane: %v", err)
	}
	var n int
	if err := q.pool.QueryRow(t.Context(), `SELECT count(*) FROM jobs`).Scan(&n); err != nil || n != 100 {
		t.Errorf("%d jobs, %v: a refused one must leave nothing", n, err)
	}
}

// Verifies LIMIT-2.
func TestAddLimitsQueuedJobsPerLane(t *testing.T) {
	q := newTestQueue(t)
	for range maxPerLane {
		addTo(t, q, "crowd")
	}
	addTo(t, q, "other")
	err := addExpectingError(t, q, "crowd")
	if f := fault.From(err); !errors.Is(err, ErrLaneFull) || f.Kind != fault.KindLimited || f.RetryAfter != guess {
		t.Errorf("one too many: %v", err)
	}
	if err := addExpectingError(t, q, "other"); err != nil {
		t.Errorf("another lane: %v", err)
	}
	if ids := drain(t, q); len(ids) != maxPerLane+2 {
		t.Errorf("%d jobs", len(ids))
	}
	if err := addExpectingError(t, q, "crowd"); err != nil {
		t.Errorf("once they were taken: %v", err)
	}
}
