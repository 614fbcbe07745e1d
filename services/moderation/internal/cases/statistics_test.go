package cases

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// countingStore counts slowly, and how often it does.
type countingStore struct {
	Store
	counted atomic.Int32
	err     error
}

func (s *countingStore) Statistics(ctx context.Context, start, end time.Time) (Statistics, error) {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return Statistics{}, ctx.Err()
	}
	return Statistics{Start: start, End: end, Reports: int(s.counted.Add(1))}, s.err
}

func newTestService(t *testing.T, store Store) *Service {
	s := NewService(Config{ReportsToHide: 3}, store, time.Now)
	t.Cleanup(func() { // within the bubble of a synctest
		s.statistics.StopAllGoroutines()
		s.operatorStatistics.StopAllGoroutines()
	})
	return s
}

// Verifies SAFE-2.
func TestStatisticsAreCountedOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := new(countingStore)
		s := newTestService(t, store)
		for half := range 6 {
			minute := half / 2
			var all sync.WaitGroup
			for range 100 {
				all.Go(func() {
					got, err := s.Statistics(t.Context(), struct{}{})
					if err != nil || got.Reports != minute+1 {
						t.Errorf("in minute %d: %v, %v", minute, got, err)
					}
				})
			}
			all.Wait()
			time.Sleep(31 * time.Second)
		}
		if n := store.counted.Load(); n != 3 {
			t.Errorf("counted %d times", n)
		}
	})
}

// Verifies SAFE-2.
func TestStatisticsAreCountedThoughTheFirstCallerLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newTestService(t, new(countingStore))
		ctx, leave := context.WithCancel(t.Context())
		go func() { _, _ = s.Statistics(ctx, struct{}{}) }()
		synctest.Wait()
		leave()
		if got, err := s.Statistics(t.Context(), struct{}{}); err != nil || got.Reports != 1 {
			t.Errorf("%v, %v", got, err)
		}
	})
}

func TestFailedStatisticsAreNotCached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &countingStore{err: errors.New("away")}
		s := newTestService(t, store)
		if _, err := s.Statistics(t.Context(), struct{}{}); err == nil {
			t.Error("no error")
		}
		store.err = nil
		if got, err := s.Statistics(t.Context(), struct{}{}); err != nil || got.Reports != 2 {
			t.Errorf("%v, %v", got, err)
		}
	})
}
