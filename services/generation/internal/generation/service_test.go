package generation

import (
	"context"
	"testing"
	"time"

	"mcwick.example/platform/jobs"
)

// patient is a queue that notes how long it was to wait.
type patient struct {
	Queue
	wait time.Duration
}

func (p *patient) Wait(_ context.Context, _, _ string, _ int, wait time.Duration) (jobs.Job, error) {
	p.wait = wait
	return jobs.Job{}, nil
}

func TestALongPollEndsBeforeItIsCut(t *testing.T) {
	hurried, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for _, c := range []struct {
		ctx        context.Context
		asked, get time.Duration // at most
	}{
		{t.Context(), time.Second, time.Second},
		{t.Context(), time.Hour, 25 * time.Second},
		{hurried, time.Hour, 9 * time.Second},
	} {
		queue := &patient{}
		if _, err := NewService(queue, nil, Tariff{}).WaitJob(c.ctx, WaitInput{Wait: c.asked}); err != nil || queue.wait > c.get {
			t.Errorf("asked for %v: waits %v, %v", c.asked, queue.wait, err)
		}
	}
}
