package cases

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"mcwick.example/services/moderation/api/decisions"
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

// OperatorStatistics is the same, and what is for operators alone.
type OperatorStatistics struct {
	Statistics
	P90Wait      *time.Duration // of what MedianWait is the median of; nil without any
	WrongReports int            // of Reports: an operator left public or restored what was reported
	Operators    []OperatorDecisions
	Days         []DayStatistics // from Start on
	Open         []OpenCases
}

// OperatorDecisions is how much an operator decided.
type OperatorDecisions struct {
	Operator string
	DecisionCounts
}

// DayStatistics is what happened in 24 hours.
type DayStatistics struct {
	Start                           time.Time
	ByOperators, Automatic, Reports int
}

// OpenCases is how many cases of a kind wait.
type OpenCases struct {
	Kind  decisions.Kind
	Count int
	Due   *time.Time // of the first one; nil when it is not known
}

// counted is what was counted last. However many ask, the database is asked once a minute.
type counted[T any] struct {
	counting singleflight.Group
	mu       sync.Mutex
	last     T
	expires  time.Time
}

// fresh returns what was counted last unless it is too old.
func (c *counted[T]) fresh(now time.Time) (T, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last, now.Before(c.expires)
}

func (c *counted[T]) store(last T, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last, c.expires = last, now.Add(statisticsTTL)
}

// get returns what was counted within the last minute, or counts the last 30 days.
func (c *counted[T]) get(
	ctx context.Context, clock func() time.Time, count func(ctx context.Context, start, end time.Time) (T, error),
) (T, error) {
	if last, ok := c.fresh(clock()); ok {
		return last, nil
	}
	result, err, _ := c.counting.Do("", func() (any, error) {
		now := clock()
		if last, ok := c.fresh(now); ok { // another request has just counted
			return last, nil
		}
		// for all who wait, also when the one who asked first has left
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), statisticsTimeout)
		defer cancel()
		last, err := count(ctx, now.Add(-StatisticsPeriod), now)
		if err == nil {
			c.store(last, now)
		}
		return last, err
	})
	return result.(T), err
}

// Statistics returns how much was reported and decided in the last 30 days.
func (s *Service) Statistics(ctx context.Context, _ struct{}) (Statistics, error) {
	return s.statistics.get(ctx, s.now, s.store.Statistics)
}

// OperatorStatistics returns who decided how much in the last 30 days, and what waits.
func (s *Service) OperatorStatistics(ctx context.Context, _ struct{}) (OperatorStatistics, error) {
	return s.operatorStatistics.get(ctx, s.now, s.store.OperatorStatistics)
}
