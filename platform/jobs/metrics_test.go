package jobs

import (
	"context"
	"testing"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
)

// Verifies OBS-6.
func TestQueueAndJobMetrics(t *testing.T) {
	metrics := metrictest.New(t)
	q := newTestQueue(t)
	started, gate := make(chan struct{}), make(chan struct{})
	work(t, q, 1, func(_ context.Context, job Job) (any, error) {
		if string(job.Input) == `"bad"` {
			return nil, fault.New(fault.KindInvalid, "NO_SHOVEL", "No shovel.")
		}
		close(started)
		<-gate
		return nil, nil
	})
	first := add(t, q)
	<-started
	var queued []Job
	for range 2 {
		job, err := q.Add(t.Context(),
			NewJob{Kind: "dig", Visitor: "ann", Key: testkit.UniqueName("key"), Input: "bad"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		queued = append(queued, job)
	}
	testkit.Exec(t, q.pool, `UPDATE jobs SET created_at = now() - interval '1 minute' WHERE id = $1`, queued[0].ID)
	for state, want := range map[State]float64{StateQueued: 2, StateRunning: 1} {
		if got := metrics.Read(t, "mcwick.jobs.open", "kind", "dig", "state", string(state)).Value; got != want {
			t.Errorf("%v jobs are %s", got, state)
		}
	}
	if oldest := metrics.Read(t, "mcwick.jobs.oldest", "kind", "dig").Value; oldest < 60 || oldest > 120 {
		t.Errorf("the oldest has waited %v s", oldest)
	}

	close(gate)
	end(t, q, first.ID)
	for _, job := range queued {
		end(t, q, job.ID)
	}
	if wait := metrics.Read(t, "mcwick.jobs.wait", "kind", "dig"); wait.Count != 3 || wait.Value < 60 ||
		wait.Value > 120 {
		t.Errorf("%+v: one waited for a minute, the others hardly", wait)
	}
	testkit.Eventually(t, "one went well, two did not, and the metrics know why", func() bool {
		return metrics.Read(t, "mcwick.jobs.duration", "kind", "dig", "outcome", "succeeded", "code", "").Count == 1 &&
			metrics.Read(t, "mcwick.jobs.duration", "kind", "dig", "outcome", "failed", "code", "NO_SHOVEL").Count == 2
	})
	if left := metrics.Read(t, "mcwick.jobs.open"); left.Value != 0 || left.Series != 2 {
		t.Errorf("%+v of an empty queue", left)
	}
}
