package cases

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// StatisticsPeriod is how far back statistics go.
const StatisticsPeriod = 30 * 24 * time.Hour

const (
	statisticsTTL     = time.Minute     // how long they are given without counting again
	statisticsTimeout = 5 * time.Second // of counting
)

// DecisionCounts is how many decisions did what.
type DecisionCounts struct{ Leave, Hide, Remove, Restore int }

// Statistics is how much was reported and decided from Start until End.
type Statistics struct {
	Start, End       time.Time
	ByOperators      DecisionCounts // but for those that close a takedown request
	Automatic        DecisionCounts
	Reports          int
	UpheldReports    int // of Reports: an operator hid or removed what was reported
	TakedownRequests int
	Appeals          int
	RestoredAppeals  int            // of Appeals
	MedianWait       *time.Duration // from the first signal, or the appeal, to the operator's decision; nil without any
}

// countedStatistics are those that were counted last. However many ask, the database is asked once a
// minute.
type countedStatistics struct {
	counting singleflight.Group
	mu       sync.Mutex
	last     Statistics
}

// fresh returns the last statistics unless they are too old.
func (c *countedStatistics) fresh(now time.Time) (Statistics, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last, now.Before(c.last.End.Add(statisticsTTL))
}

func (c *countedStatistics) store(counted Statistics) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = counted
}

// Statistics returns how much was reported and decided in the last 30 days.
func (s *Service) Statistics(ctx context.Context, _ struct{}) (Statistics, error) {
	if last, ok := s.statistics.fresh(s.now()); ok {
		return last, nil
	}
	counted, err, _ := s.statistics.counting.Do("", func() (any, error) {
		now := s.now()
		if last, ok := s.statistics.fresh(now); ok { // another request has just counted
			return last, nil
		}
		// for all who wait, also when the one who asked first has left
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), statisticsTimeout)
		defer cancel()
		counted, err := s.store.Statistics(ctx, now.Add(-StatisticsPeriod), now)
		if err == nil {
			s.statistics.store(counted)
		}
		return counted, err
	})
	return counted.(Statistics), err
}
