package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
)

// empty removes every job, turn and piece of evidence.
func (q *Queue) empty(t *testing.T) {
	t.Helper()
	testkit.Exec(t, q.pool, `TRUNCATE jobs, job_turns, job_clock, job_evidence`)
}

// updateEstimates updates the estimates, however soon after the last time.
func updateEstimates(t *testing.T, q *Queue) {
	t.Helper()
	q.throughput.at, q.interval = time.Time{}, 0
	if err := q.UpdateEstimates(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// addTo queues a job of a lane.
func addTo(t *testing.T, q *Queue, lane string) string {
	t.Helper()
	return addFrom(t, q, Origin{Lane: lane})
}

// addFrom queues a job of an origin.
func addFrom(t *testing.T, q *Queue, o Origin) string {
	t.Helper()
	job, err := q.Add(t.Context(),
		NewJob{Kind: "dig", Visitor: "ann", Origin: o, Key: uuid.NewString(), Input: "deep"}, nil)
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

// isJustBelow reports whether an estimate is what is wanted, less the time that a running job took meanwhile.
func isJustBelow(got, want time.Duration) bool { return want-4*time.Second < got && got <= want }

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
		updateEstimates(t, q)
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
	if job, err := q.Get(t.Context(), crowd[2], "ann"); err != nil || !isJustBelow(job.Estimate, 3*guess) {
		t.Errorf("estimate %v, %v", job.Estimate, err)
	}
	testkit.Exec(t, q.pool,
		`UPDATE jobs SET state = 'succeeded', started_at = now() - interval '40 s', finished_at = now() WHERE state = 'running'`)
	addTo(t, q, "late") // so that places change
	places()
	if job, err := q.Get(t.Context(), crowd[2], "ann"); err != nil ||
		job.Estimate.Round(time.Second) < 2*40*time.Second {
		t.Errorf("after one that took 40 s: estimate %v, %v", job.Estimate, err)
	}
	if job, err := q.Cancel(t.Context(), crowd[2], "ann"); err != nil || job.Position != 0 || job.Estimate != 0 {
		t.Errorf("canceled: place %d, estimate %v, %v", job.Position, job.Estimate, err)
	}
}

// However many processes there are, one of them updates the estimates once a second.
func TestEstimatesAreUpdatedOnceASecond(t *testing.T) {
	q := newTestQueue(t)
	other := NewQueue(q.pool, guess)
	other.interval = time.Hour
	for i, update := range []func(){
		func() { updateEstimates(t, q) },
		func() {
			if err := other.UpdateEstimates(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
		func() { updateEstimates(t, other) },
	} {
		addTo(t, q, "lane")
		update()
		estimated := testkit.QueryOne[int](t, q.pool, `SELECT count(*) FROM jobs WHERE position IS NOT NULL`)
		if want := []int{1, 1, 3}[i]; estimated != want {
			t.Errorf("after update %d of %d jobs %d have an estimate, want %d", i+1, i+1, estimated, want)
		}
	}
}

// The second begins when an update ends, not when it began.
func TestLongUpdateOfEstimatesIsNotRepeated(t *testing.T) {
	q := newTestQueue(t)
	addTo(t, q, "lane")
	locked, err := q.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = locked.Rollback(context.WithoutCancel(t.Context())) }()
	testkit.Exec(t, locked, `SELECT FROM jobs FOR UPDATE`)
	updated := make(chan error, 1)
	go func() { updated <- q.UpdateEstimates(t.Context()) }()
	testkit.WaitForLock(t, q.pool, "the update waits for a job")
	before := testkit.QueryOne[time.Time](t, q.pool, `SELECT clock_timestamp()`)
	if err := errors.Join(locked.Rollback(t.Context()), <-updated); err != nil {
		t.Fatal(err)
	}
	if at := testkit.QueryOne[time.Time](t, q.pool, `SELECT estimated_at FROM job_clock`); at.Before(before) {
		t.Errorf("updated at %v, want after %v", at, before)
	}
}

// Verifies LIMIT-31.
func TestEstimatesFollowTheSizesOfJobs(t *testing.T) {
	q := newTestQueue(t)
	q.usual, q.throughput.initial = 30, guess.Seconds()/30
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	add := func(size float64) string {
		t.Helper()
		job, err := q.Add(t.Context(), NewJob{Kind: "dig", Visitor: "ann", Origin: Origin{Lane: uuid.NewString()},
			Key: uuid.NewString(), Input: "deep", Size: size}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return job.ID
	}
	estimate := func(id string) time.Duration {
		t.Helper()
		updateEstimates(t, q)
		job, err := q.Get(t.Context(), id, "ann")
		if err != nil {
			t.Fatal(err)
		}
		return job.Estimate
	}
	// Twenty seconds were done in ten: half a second for each.
	done := add(20)
	if _, err := w.claim(t.Context(), uuid.New()); err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'succeeded', started_at = now() - interval '10 s',
		finished_at = now() WHERE id = $1`, done)
	running, short, usual, last := add(60), add(10), add(0), add(40)
	if _, err := w.claim(t.Context(), uuid.New()); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]time.Duration{short: 30 * time.Second, usual: 35 * time.Second,
		last: 50 * time.Second} {
		if got := estimate(id); !isJustBelow(got, want) {
			t.Errorf("an estimate of %v, want %v", got, want)
		}
	}
	testkit.Exec(t, q.pool, `UPDATE jobs SET started_at = started_at - interval '20 s' WHERE id = $1`, running)
	for id, want := range map[string]time.Duration{short: 10 * time.Second, last: 30 * time.Second} {
		if got := estimate(id); !isJustBelow(got, want) {
			t.Errorf("20 s later an estimate of %v, want %v", got, want)
		}
	}
	testkit.Exec(t, q.pool, `UPDATE jobs SET size = NULL WHERE state <> 'queued'`)
	q.throughput.at = time.Time{}
	if pace, err := q.throughput.measure(t.Context()); err != nil || pace.unit != q.throughput.initial {
		t.Errorf("jobs of the last release measure %v, %v", pace, err)
	}
}

// addExpectingError tries to queue a job of a lane.
func addExpectingError(t *testing.T, q *Queue, lane string) error {
	t.Helper()
	q.throughput.at = time.Time{}
	_, err := q.Add(t.Context(), NewJob{Kind: "dig", Visitor: "ann", Origin: Origin{Lane: lane}, Key: uuid.NewString(), Input: "deep"},
		nil)
	return err
}

// Jobs of 5 s on one worker: behind sixty of them a job waits for the five minutes.
// Verifies LIMIT-2.
func TestAddRejectsJobsOverMaxWait(t *testing.T) {
	q := newTestQueue(t)
	for i := range 61 {
		addTo(t, q, fmt.Sprintf("lane%d", i%20))
	}
	if err := addExpectingError(t, q, "lane0"); !errors.Is(err, ErrQueueFull) || fault.From(err).RetryAfter != guess {
		t.Errorf("a job whose turn is the 62nd: %v", err)
	}
	if err := addExpectingError(t, q, "lone"); err != nil {
		t.Errorf("a job whose turn is the 21st: %v", err)
	}
	for i := range 40 {
		addTo(t, q, fmt.Sprintf("more%d", i))
	}
	if err := addExpectingError(t, q, "another"); !errors.Is(err, ErrQueueFull) || fault.From(err).RetryAfter != guess {
		t.Errorf("the first job of the 62nd lane: %v", err)
	}
	if n := testkit.QueryOne[int](t, q.pool, `SELECT count(*) FROM jobs`); n != 102 {
		t.Errorf("%d jobs: a refused one must leave nothing", n)
	}
}

// A burst finds the four idle workers of another process, and not one; when it has waited for a while and none runs
// there are none. A process that stops, or was not seen for some seconds, has none either.
// Verifies LIMIT-2.
func TestIdleWorkersOfAllProcessesCount(t *testing.T) {
	q := newTestQueue(t)
	stop := testkit.RunCommand(t, NewWorkers(testkit.DiscardLog(), NewQueue(q.pool, guess), 4, Work{Kind: "bury"}).Run)
	testkit.RunCommand(t, NewWorkers(testkit.DiscardLog(), q, 0, Work{Kind: "dig"}).Run)
	testkit.Exec(t, q.pool, `INSERT INTO job_workers VALUES (gen_random_uuid(), 100, now() - interval '6 seconds')`)
	testkit.Eventually(t, "the other process was seen", func() bool {
		q.throughput.at = time.Time{}
		pace, err := q.throughput.measure(t.Context())
		return err == nil && pace.workers == 4
	})
	testkit.Exec(t, q.pool, `INSERT INTO jobs (id, kind, visitor, lane, idempotency_key, input_hash, input, trace, created_at)
		SELECT gen_random_uuid(), 'dig', 'ann', n::text, n::text, '', '1', '', now() + interval '1 minute' FROM generate_series(1, 100) n`)
	testkit.Eventually(t, "a job is taken behind 500 s of work for four", func() bool {
		q.throughput.at = time.Time{} // a process that was not seen for five seconds is, when it is seen again
		return addExpectingError(t, q, "another") == nil
	})
	testkit.Exec(t, q.pool, `UPDATE jobs SET created_at = now() - interval '3 seconds'`)
	if err := addExpectingError(t, q, "late"); !errors.Is(err, ErrQueueFull) {
		t.Errorf("behind 500 s of work that no worker takes: %v", err)
	}
	stop()
	if left := testkit.QueryOne[int](t, q.pool, `SELECT count(*) FROM job_workers WHERE slots = 4`); left != 0 {
		t.Error("a process that stopped is counted")
	}
}

// Once jobs have taken longer than the longest wait, the next one must show that they are fast again.
// Verifies LIMIT-2.
func TestSlowJobsDoNotCloseAnEmptyQueue(t *testing.T) {
	q := newTestQueue(t)
	q.throughput.initial = 2 * MaxWait.Seconds()
	if err := addExpectingError(t, q, "first"); err != nil {
		t.Errorf("with none before it: %v", err)
	}
	err := addExpectingError(t, q, "second")
	if !errors.Is(err, ErrQueueFull) || fault.From(err).RetryAfter != MaxWait {
		t.Errorf("behind one that takes ten minutes: %v", err)
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

// A carrier's network with many devices that have shown evidence has more jobs, and more turns.
// Verifies LIMIT-2.
func TestAddLimitScalesWithEvidence(t *testing.T) {
	q := newTestQueue(t)
	q.throughput.initial = 1e-9 // no job is too far behind
	testkit.Exec(t, q.pool,
		`INSERT INTO job_evidence SELECT 'carrier', n, '', now() - interval '3 hours' * (n % 2) FROM generate_series(1, 240) n`)
	settled := Origin{Flow: "ann", Lane: "carrier", Supernet: "provider", Standing: rpc.StandingSettled}
	for range 60 { // half of the 121 that asked lately
		addFrom(t, q, settled)
	}
	settled.Flow = "bea"
	n := NewJob{Kind: "dig", Visitor: "ann", Origin: settled, Key: uuid.NewString(), Input: "deep"}
	if _, err := q.Add(t.Context(), n, nil); err != nil {
		t.Errorf("with her there are 122: %v", err)
	}
	n.Key = uuid.NewString()
	if _, err := q.Add(t.Context(), n, nil); !errors.Is(err, ErrLaneFull) {
		t.Errorf("one too many: %v", err)
	}
	var lane, supernet float64
	err := q.pool.QueryRow(t.Context(),
		`SELECT lane_weight, supernet_weight FROM jobs ORDER BY id DESC LIMIT 1`).Scan(&lane, &supernet)
	if err != nil || lane != 122 || supernet != supernetWeight {
		t.Errorf("weights %f and %f, %v", lane, supernet, err)
	}
}

// Settled devices behind one address cost nothing but time, so they make its network weigh more only
// up to a bound. What the last release's gateway sends names no subscriber.
// Verifies LIMIT-34.
func TestEvidenceOfOneSubscriberIsBounded(t *testing.T) {
	q := newTestQueue(t)
	testkit.Exec(t, q.pool, `INSERT INTO job_evidence
		SELECT 'carrier', n, 'provider', now() - interval '3 hours' * (n % 2), 'farm' FROM generate_series(1, $1) n`,
		2*(maxEvidence-1))
	for _, c := range []struct {
		flow, subscriber string
		want             int
	}{
		{"ann", "farm", maxEvidence}, {"ann", "farm", maxEvidence}, {"bob", "farm", maxEvidence},
		{"cat", "home", maxEvidence + 1}, {"dan", "", maxEvidence + 2},
	} {
		e, err := q.CountEvidence(t.Context(), Origin{Flow: c.flow, Lane: "carrier", Supernet: "provider",
			Subscriber: c.subscriber, Standing: rpc.StandingSettled})
		if want := (Evidence{Lane: c.want, Supernet: c.want}); err != nil || e != want {
			t.Errorf("with %s of %q: %v, %v, want %v", c.flow, c.subscriber, e, err, want)
		}
	}
}

// A new flow waits for those that come before it, and not for what one flow has queued.
func TestBacklog(t *testing.T) {
	q := newTestQueue(t)
	check := func(waiting int, wait time.Duration) {
		t.Helper()
		q.throughput.at = time.Time{}
		b, err := q.Backlog(t.Context())
		if err != nil || b.Waiting != waiting || b.Wait != wait || (b.Oldest > 0) != (waiting > 0) {
			t.Errorf("%+v, %v, want %d waiting and %v", b, err, waiting, wait)
		}
	}
	check(0, 0)
	for range 10 {
		addTo(t, q, "crowd")
	}
	check(10, guess)
	addTo(t, q, "lone")
	check(11, 2*guess)
}
