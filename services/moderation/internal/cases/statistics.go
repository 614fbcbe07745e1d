package cases

import (
	"context"
	"time"

	"github.com/maypok86/otter/v2"

	"mcwick.example/services/moderation/api/decisions"
)

// StatisticsPeriod is how far back statistics go.
const StatisticsPeriod = 30 * 24 * time.Hour

const (
	statisticsTTL     = time.Minute      // how long they are given without counting again
	statisticsTimeout = 10 * time.Second // of counting
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

// newCounts returns a cache of what was counted last. However many ask, the database is asked once a minute.
func newCounts[T any]() *otter.Cache[struct{}, T] {
	return otter.Must(&otter.Options[struct{}, T]{ExpiryCalculator: otter.ExpiryWriting[struct{}, T](statisticsTTL)})
}

// lastDays counts the last 30 days.
func lastDays[T any](
	now func() time.Time, count func(ctx context.Context, start, end time.Time) (T, error),
) otter.LoaderFunc[struct{}, T] {
	return func(ctx context.Context, _ struct{}) (T, error) {
		// for all who wait, also when the one who asked first has left
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), statisticsTimeout)
		defer cancel()
		end := now()
		return count(ctx, end.Add(-StatisticsPeriod), end)
	}
}

// Statistics returns how much was reported and decided in the last 30 days.
func (s *Service) Statistics(ctx context.Context, in struct{}) (Statistics, error) {
	return s.statistics.Get(ctx, in, lastDays(s.now, s.store.Statistics))
}

// OperatorStatistics returns who decided how much in the last 30 days, and what waits.
func (s *Service) OperatorStatistics(ctx context.Context, in struct{}) (OperatorStatistics, error) {
	return s.operatorStatistics.Get(ctx, in, lastDays(s.now, s.store.OperatorStatistics))
}
