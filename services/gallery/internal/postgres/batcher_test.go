package postgres

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"mcwick.example/platform/fault"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

var errFull = errors.New("full")

// blockedCommit is a batcher whose commits wait until the test releases them; they respond to each
// number with its double.
type blockedCommit struct {
	*batcher[int, int]
	begun chan []int      // the input of a commit
	free  chan error      // the result of a commit
	ctx   context.Context // of the last commit
}

func newBlockedCommit(t *testing.T) *blockedCommit {
	t.Helper()
	h := &blockedCommit{begun: make(chan []int), free: make(chan error)}
	h.batcher = newBatcher("numbers", errFull, func(ctx context.Context, in []int) ([]int, error) {
		h.ctx = ctx
		h.begun <- in
		err := <-h.free
		out := make([]int, len(in))
		for i, n := range in {
			out[i] = 2 * n
		}
		return out, err
	})
	return h
}

// waitFor waits until n calls are queued.
func (h *blockedCommit) waitFor(t *testing.T, n int) {
	t.Helper()
	testkit.Eventually(t, "the calls are queued", func() bool { return len(h.queue) == n })
}

func TestQueuedCallsFormNextBatch(t *testing.T) {
	h := newBlockedCommit(t)
	testkit.RunCommand(t, h.run)
	var all sync.WaitGroup
	send := func(n int) {
		all.Go(func() {
			if got, err := h.submit(t.Context(), n); err != nil || got != 2*n {
				t.Errorf("%d was answered %d, %v", n, got, err)
			}
		})
	}
	send(1)
	if first := <-h.begun; len(first) != 1 {
		t.Errorf("the first call waited for %v", first)
	}
	for n := 2; n <= maxBatch+2; n++ {
		send(n)
	}
	h.waitFor(t, maxBatch+1)
	for _, want := range []int{maxBatch, 1} {
		h.free <- nil
		if in := <-h.begun; len(in) != want {
			t.Errorf("a group of %d, want %d", len(in), want)
		}
	}
	h.free <- nil
	all.Wait()
}

func TestCommitErrorReachesEveryCaller(t *testing.T) {
	h := newBlockedCommit(t)
	testkit.RunCommand(t, h.run)
	failure := errors.New("the disk is gone")
	var all sync.WaitGroup
	send := func(want error) {
		all.Go(func() {
			if _, err := h.submit(t.Context(), 1); !errors.Is(err, want) {
				t.Errorf("got %v, want %v", err, want)
			}
		})
	}
	send(nil)
	<-h.begun
	for range 3 {
		send(failure)
	}
	h.waitFor(t, 3)
	h.free <- nil
	<-h.begun
	h.free <- failure
	all.Wait()
}

func TestCanceledCallerDoesNotCancelBatch(t *testing.T) {
	h := newBlockedCommit(t)
	testkit.RunCommand(t, h.run)
	ctx, leave := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		if _, err := h.submit(ctx, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	<-h.begun
	leave()
	all.Wait()
	if h.ctx.Err() != nil {
		t.Error("the commit ended with its caller")
	}
	if _, bounded := h.ctx.Deadline(); !bounded {
		t.Error("the commit has no deadline")
	}
	h.free <- nil
}

func TestCallerPastDeadlineGetsOutcomeUnknown(t *testing.T) {
	h := newBlockedCommit(t)
	testkit.RunCommand(t, h.run)
	ctx, cancel := context.WithTimeout(t.Context(), responseReserve+100*time.Millisecond)
	defer cancel()
	if _, err := h.submit(ctx, 1); !errors.Is(err, database.ErrOutcomeUnknown) {
		t.Errorf("got %v", err)
	}
	<-h.begun
	h.free <- nil
}

func TestFullQueueRejectsCalls(t *testing.T) {
	h := newBlockedCommit(t)
	var all sync.WaitGroup
	for range maxQueued {
		all.Go(func() { _, _ = h.submit(t.Context(), 1) })
	}
	h.waitFor(t, maxQueued)
	if _, err := h.submit(t.Context(), 1); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
	testkit.RunCommand(t, h.run)
	for range maxQueued / maxBatch {
		<-h.begun
		h.free <- nil
	}
	all.Wait()
}

func TestStopCommitsQueuedCalls(t *testing.T) {
	h := newBlockedCommit(t)
	ctx, end := context.WithCancel(t.Context())
	stop := testkit.RunCommand(t, func(context.Context) error { return h.run(ctx) })
	var all sync.WaitGroup
	send := func() {
		all.Go(func() {
			if got, err := h.submit(t.Context(), 1); err != nil || got != 2 {
				t.Errorf("answered %d, %v", got, err)
			}
		})
	}
	send()
	<-h.begun
	send()
	h.waitFor(t, 1)
	end()
	h.free <- nil
	<-h.begun
	h.free <- nil
	all.Wait()
	stop()
	if _, err := h.submit(t.Context(), 1); !errors.Is(err, fault.ErrUnavailable) {
		t.Errorf("after the end: %v", err)
	}
}
