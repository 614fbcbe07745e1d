package generation

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
)

// Budget is the budget of one day, in micro-dollars.
type Budget struct {
	Day      time.Time // 0:00 UTC
	Total    int64     // the limit
	Reserved int64     // what accepted jobs may still cost
	Spent    int64
}

// Spending is the cost of one kind of job at one model on one day.
type Spending struct {
	Day      time.Time // 0:00 UTC
	Kind     string
	Model    string // empty for old calls
	Calls    int
	MicroUSD int64
}

// JobRow is a job without its input.
type JobRow struct {
	ID      uuid.UUID
	Kind    string
	State   jobs.State
	Attempt int
	Visitor string // a prefix of its id
	Failure string // its code; empty unless it failed
	Created time.Time
}

// visitorPrefixLength is how much of a visitor's id operators see: enough to distinguish visitors.
const visitorPrefixLength = 8

func visitorPrefix(visitor string) string {
	letters := []rune(visitor)
	return string(letters[:min(len(letters), visitorPrefixLength)])
}

// NewJobRow returns a job's row without its input.
func NewJobRow(job jobs.Job) JobRow {
	row := JobRow{
		ID: uuid.MustParse(job.ID), Kind: job.Kind, State: job.State, Attempt: job.Attempt,
		Visitor: visitorPrefix(job.Visitor), Created: job.Created,
	}
	if job.Failure != nil {
		row.Failure = job.Failure.Code
	}
	return row
}

// OperatorStore is the database as the operators' use cases need it. What changes something records
// the operator and the note.
type OperatorStore interface {
	// Budget returns today's budget, as configured when the day has no row yet.
	Budget(ctx context.Context) (Budget, error)
	// SetBudget sets today's limit.
	SetBudget(ctx context.Context, microUSD int64, note string) (Budget, error)
	// PressureReport returns how scarce money and workers are.
	PressureReport(ctx context.Context) (PressureReport, error)
	// Spending returns the cost of the last days, today included, newest first.
	Spending(ctx context.Context, days int) ([]Spending, error)
	// Jobs returns up to n jobs in a state, or in any, after the cursor, newest first.
	Jobs(ctx context.Context, state jobs.State, after page.TimeCursor, n int) ([]JobRow, error)
	// Stop cancels a job that is not final, or returns ErrJobEnded.
	Stop(ctx context.Context, id uuid.UUID, note string) error
	// StopOpen cancels up to n jobs that are not final, counts their open calls as paid, and
	// returns how many jobs there were.
	StopOpen(ctx context.Context, n int, note string) (int, error)
	// RaiseSpent raises a day's spending to an amount, unless it is higher, and returns the day's
	// budget.
	RaiseSpent(ctx context.Context, day time.Time, microUSD int64, note string) (Budget, error)
}

// ErrJobEnded means that there is no open job to stop.
var ErrJobEnded = fault.New(fault.KindNotFound, "JOB_NOT_OPEN",
	"There is no such open job: it has ended, or never existed.")

// The limits of operators' requests.
const (
	maxBudget   = 10_000_000_000 // ten thousand dollars
	defaultDays = 7
	maxDays     = 90
)

// Operators has the use cases of operators.
type Operators struct{ store OperatorStore }

// NewOperators returns the use cases on a store.
func NewOperators(b OperatorStore) *Operators { return &Operators{b} }

// GetBudget returns today's budget.
func (o *Operators) GetBudget(ctx context.Context, _ struct{}) (Budget, error) {
	return o.store.Budget(ctx)
}

// GetPressure returns how scarce money and workers are.
func (o *Operators) GetPressure(ctx context.Context, _ struct{}) (PressureReport, error) {
	return o.store.PressureReport(ctx)
}

// SetBudgetInput is today's new limit, with the reason.
type SetBudgetInput struct {
	MicroUSD int64
	Note     string
}

// SetBudget sets today's limit.
func (o *Operators) SetBudget(ctx context.Context, in SetBudgetInput) (Budget, error) {
	if in.MicroUSD < 0 || in.MicroUSD > maxBudget {
		return Budget{}, fault.Invalid("BUDGET_INVALID",
			fault.Field{Name: "budgetMicroUsd", Message: "A day's budget is from 0 to 10,000 dollars."})
	}
	return o.store.SetBudget(ctx, in.MicroUSD, in.Note)
}

// ListSpending returns the cost of the last days; 0 is a week.
func (o *Operators) ListSpending(ctx context.Context, days int) ([]Spending, error) {
	if days == 0 {
		days = defaultDays
	}
	if days < 0 || days > maxDays {
		return nil, fault.Invalid("LIST_INVALID",
			fault.Field{Name: "days", Message: fmt.Sprintf("From 1 to %d days.", maxDays)})
	}
	return o.store.Spending(ctx, days)
}

// ListJobsInput requests one page of jobs.
type ListJobsInput struct {
	State jobs.State // empty for any
	After string
	Size  int
}

// JobPage is one page of jobs, newest first.
type JobPage struct {
	Jobs []JobRow
	Next string // the cursor of the next page; empty on the last one
}

// ListJobs returns one page of jobs, newest first.
func (o *Operators) ListJobs(ctx context.Context, in ListJobsInput) (of JobPage, err error) {
	of.Jobs, of.Next, err = page.List(in.After, in.Size, fault.Checks{},
		func(after page.TimeCursor, n int) ([]JobRow, error) { return o.store.Jobs(ctx, in.State, after, n) },
		func(j JobRow) page.TimeCursor { return page.TimeCursor{Key: j.Created, ID: j.ID} })
	return of, err
}

// StopInput identifies a job, with the reason to end it.
type StopInput struct{ ID, Note string }

// StopJob ends a queued or running job.
func (o *Operators) StopJob(ctx context.Context, in StopInput) error {
	id, ok := text.ParseID(in.ID)
	if !ok {
		return ErrJobEnded
	}
	return o.store.Stop(ctx, id, in.Note)
}
