package jobs

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
)

// A job whose lease ran out while the database was unreachable stays its worker's, which goes on
// and writes down how it ended as soon as that is possible. No other worker begins with it.
// Verifies LIMIT-7.
func TestJobsSurviveDatabaseOutage(t *testing.T) {
	t.Parallel()
	freeze := func(f *testkit.Freezer) (end func()) { f.Freeze(); return f.Thaw }
	stop := func(f *testkit.Freezer) (end func()) { f.Stop(); return f.Start }
	for name, c := range map[string]struct {
		goAway   func(*testkit.Freezer) (end func())
		doneAway bool // the work is done while the database is away
	}{
		"hangs, and the work goes on":      {freeze, false},
		"hangs, and the work is done":      {freeze, true},
		"is stopped, and the work goes on": {stop, false},
		"is stopped, and the work is done": {stop, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := newTestQueue(t)
			through, freezer := testkit.FreezeDatabase(t, q.pool.Config().ConnString())
			var begun atomic.Int32
			started, done := make(chan struct{}), make(chan struct{})
			for range 2 { // processes
				w := NewWorkers(testkit.DiscardLog(), NewQueue(testkit.Connect(t, through), guess), 2, Work{
					Kind: "dig", Deadline: time.Minute, Handle: func(ctx context.Context, job Job) (any, error) {
						if begun.Add(1) == 1 {
							close(started)
						}
						select {
						case <-ctx.Done():
							return nil, context.Cause(ctx)
						case <-done:
							return job.Attempt, nil
						}
					},
				})
				w.lease, w.heartbeat = 2*time.Second, 200*time.Millisecond
				testkit.RunCommand(t, w.Run)
			}
			id := add(t, q).ID
			<-started
			end := c.goAway(freezer)
			if c.doneAway {
				close(done)
			}
			awaitState(t, q, id, 6*time.Second) // thrice the lease, and longer than a few tries
			end()
			if !c.doneAway {
				testkit.Eventually(t, "the worker holds its job again", func() bool {
					var holds bool
					err := q.pool.QueryRow(t.Context(), `SELECT lease_until > now() FROM jobs WHERE id = $1`,
						id).Scan(&holds)
					return err == nil && holds
				})
				close(done)
			}
			if job := awaitEnd(t, q, id); job.State != StateSucceeded || string(job.Result) != "1" ||
				begun.Load() != 1 {
				t.Errorf("%+v, begun %d times", job, begun.Load())
			}
		})
	}
}

// awaitState waits until a job's lease is over for so long.
func awaitState(t *testing.T, q *Queue, id string, d time.Duration) {
	t.Helper()
	testkit.Eventually(t, "the lease is over", func() bool {
		var over bool
		err := q.pool.QueryRow(t.Context(), `SELECT lease_until < now() - $2::interval FROM jobs WHERE id = $1`, id,
			d).Scan(&over)
		return err == nil && over
	})
}

// awaitEnd waits until a job is final, also when it is taken over before.
func awaitEnd(t *testing.T, q *Queue, id string) (job Job) {
	t.Helper()
	testkit.EventuallyWithin(t, time.Minute, "the job ends", func() (ended bool) {
		var err error
		job, err = q.Get(t.Context(), id, "ann")
		return err == nil && job.State.IsFinal()
	})
	return job
}

// A handler that tells its progress does not wait for a database that hangs, and what it told is
// shown once the database is back.
func TestReportProgressDoesNotBlockOnDatabase(t *testing.T) {
	t.Parallel()
	q := newTestQueue(t)
	through, freezer := testkit.FreezeDatabase(t, q.pool.Config().ConnString())
	started, frozen, reported := make(chan struct{}), make(chan struct{}), make(chan struct{})
	w := NewWorkers(testkit.DiscardLog(), NewQueue(testkit.Connect(t, through), guess), 1, Work{
		Kind: "dig", Deadline: 2 * time.Minute, Handle: func(_ context.Context, job Job) (any, error) {
			close(started)
			<-frozen
			for percent := range 91 { // a second each, if each were written down before the next
				job.ReportProgress(percent)
			}
			close(reported)
			return "done", nil
		},
	})
	testkit.RunCommand(t, w.Run)
	id := add(t, q).ID
	<-started
	freezer.Freeze()
	close(frozen)
	testkit.Eventually(t, "all progress is told", func() bool {
		select {
		case <-reported:
			return true
		default:
			return false
		}
	})
	freezer.Thaw()
	if job := end(t, q, id); job.Percent != 90 || job.State != StateSucceeded {
		t.Errorf("%+v", job)
	}
}
