package generation

import (
	"context"
	"fmt"
	"time"

	"mcwick.example/platform/fault"
)

// stopBatch is how many jobs one call of StopOpenJobs ends.
const stopBatch = 1000

// StopOpenJobs ends jobs whose fate is unknown because the database was restored to an earlier
// moment. It returns how many.
func (o *Operators) StopOpenJobs(ctx context.Context, note string) (int, error) {
	return o.store.StopOpen(ctx, stopBatch, note)
}

// RaiseSpentInput is a day's spending, with the reason.
type RaiseSpentInput struct {
	Day      string // such as 2030-12-31; empty for today
	MicroUSD int64
	Note     string
}

// maxDaysBack is the maximum age of a corrected day: a month's bill.
const maxDaysBack = 31

func (in RaiseSpentInput) parse(today time.Time) (day time.Time, err error) {
	var bad []fault.Field
	if day = today; in.Day != "" {
		day, err = time.Parse(time.DateOnly, in.Day)
		if err != nil || day.After(today) || today.Sub(day) > maxDaysBack*24*time.Hour {
			bad = append(bad, fault.Field{Name: "day",
				Message: fmt.Sprintf("Today, or one of the %d days before, such as 2030-12-31.", maxDaysBack)})
		}
	}
	if in.MicroUSD < 0 || in.MicroUSD > maxBudget {
		bad = append(bad, fault.Field{Name: "spentMicroUsd",
			Message: "A day's spending is from 0 to 10,000 dollars."})
	}
	return day, fault.Invalid("SPENT_INVALID", bad...)
}

// RaiseSpent raises a day's spending to the provider's figure.
func (o *Operators) RaiseSpent(ctx context.Context, in RaiseSpentInput) (Budget, error) {
	today, err := o.store.Budget(ctx)
	if err != nil {
		return Budget{}, err
	}
	day, err := in.parse(today.Day.UTC())
	if err != nil {
		return Budget{}, err
	}
	return o.store.RaiseSpent(ctx, day, in.MicroUSD, in.Note)
}
