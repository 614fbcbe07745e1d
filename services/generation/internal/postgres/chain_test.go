package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"mcwick.example/mascot"
	"mcwick.example/mascot/composer"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/generation/internal/generation"
)

// Whatever the providers of a chain respond, also when workers die: the calls that were made are
// the rows of the ledger, their cost is spent, no model is called twice for a picture that it may
// have been paid for, and with the composer there is always a picture, unless the prompt was
// refused or a response was no picture.
// Verifies LIMIT-6.
func TestChainsUnderFaults(t *testing.T) {
	q := setup(t, 0)
	ledger := NewLedger(q.pool)
	rapid.Check(t, func(rt *rapid.T) {
		q.empty(t)
		q.plan.MicroUSD = rapid.Int64Range(0, 60).Draw(rt, "budget")
		p := &providers{rt: rt, paid: map[string]int{}}
		for i := range rapid.IntRange(0, 4).Draw(rt, "models") {
			name := fmt.Sprintf("p/%d", i)
			p.chain = append(p.chain, generation.PictureModel{
				Model: generation.Model{Name: name, ID: name, Source: generation.SourceAI,
					Breaker: generation.NewCircuitBreaker(name)},
				Provider: painting{p, name, rapid.Int64Range(0, 25).Draw(rt, "price")}, Picture: 0,
			})
			p.chain[i].Picture = p.chain[i].Provider.(painting).price
		}
		artist := generation.NewPictureWorker(ledger, discard{}, p.chain, drawing{})
		job := q.accept(rt, t, p.chain)
		var result any
		var err error
		for result == nil && err == nil { // a new worker each time that one dies
			job.Attempt++
			testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'running', attempt = $1`, job.Attempt)
			result, err = recoverDeath(t.Context(), artist, job)
		}
		if end := p.last; err != nil && !errors.Is(err, generation.ErrRefused) &&
			!errors.Is(err, generation.ErrNoImage) {
			rt.Fatalf("no picture: %v after %v", err, end)
		}
		testkit.Exec(t, q.pool, `UPDATE jobs SET state = 'succeeded'`)
		testkit.Exec(t, q.pool, `UPDATE ai_calls SET sent_at = now() - $1::interval`, 2*abandonAfter) // calls without an end
		if err := q.Settle(t.Context()); err != nil {
			rt.Fatal(err)
		}
		p.check(q, t)
	})
}

var memeInput = generation.Meme{Action: "surfing", Scene: "the sea", Style: "Anime"}

// accept queues the job as the service does: with its price reserved, or without money.
func (q *Queue) accept(rt *rapid.T, t *testing.T, chain []generation.PictureModel) jobs.Job {
	n := memeInput.Job(jobs.NewJob{Visitor: "ann", Key: uuid.NewString()})
	job, err := q.Add(t.Context(), n, slices.Max(append(memeInput.Prices(generation.Models{Picture: chain}), 0)))
	hasMoney := err == nil
	if errors.Is(err, generation.ErrBudget) {
		job, err = q.AddUnpaid(t.Context(), n)
	}
	if err != nil || NewLedger(q.pool).HasReservation(t.Context(), job.ID) != hasMoney {
		rt.Fatalf("accepted with money: %t, %v", hasMoney, err)
	}
	return job
}

// errDead is the panic of a worker that dies during a call.
var errDead = errors.New("the worker is dead")

func recoverDeath(ctx context.Context, a *generation.PictureWorker, job jobs.Job) (result any, err error) {
	defer func() {
		if p := recover(); p != nil && p != any(errDead) {
			panic(p)
		}
	}()
	return a.DrawMeme(ctx, job, memeInput)
}

// providers count their calls and their payments, as in their own books.
type providers struct {
	rt    *rapid.T
	chain []generation.PictureModel
	calls int
	due   int64          // what they know to be owed
	paid  map[string]int // calls by model that may have been paid
	last  string
}

// painting is one model.
type painting struct {
	*providers
	name  string
	price int64
}

func (p painting) Image(context.Context, string, string) ([]byte, int64, error) {
	p.calls++
	failed := func(f error, o generation.Outcome) error {
		if o != generation.OutcomeFailed {
			p.due += p.price
			p.paid[p.name]++
		}
		if call, ok := errors.AsType[*generation.CallError](f); ok {
			call.Outcome = o
		}
		return f
	}
	p.last = rapid.SampledFrom([]string{"picture", "model", "quota", "key", "broken", "cut", "refused", "empty",
		"death"}).Draw(p.rt, "answer")
	switch p.last {
	case "model":
		return nil, 0, failed(&generation.CallError{Fault: generation.ErrModel}, generation.OutcomeFailed)
	case "quota":
		return nil, 0, failed(&generation.CallError{Fault: generation.ErrQuota}, generation.OutcomeFailed)
	case "key":
		return nil, 0, failed(&generation.CallError{Fault: generation.ErrKey}, generation.OutcomeFailed)
	case "broken":
		return nil, 0, failed(&generation.CallError{Fault: generation.ErrImage}, generation.OutcomeUnknown)
	case "cut":
		return nil, 0, failed(&generation.CallError{Fault: generation.ErrNetwork}, generation.OutcomeUnknown)
	case "refused":
		return nil, 0, failed(&generation.CallError{Fault: generation.ErrRefused}, generation.OutcomeFailed)
	case "empty":
		return nil, 0, failed(&generation.CallError{Fault: generation.ErrNoImage}, generation.OutcomeSettled)
	case "death":
		_ = failed(errDead, generation.OutcomeUnknown)
		panic(errDead)
	}
	p.due += p.price
	p.paid[p.name]++
	return []byte("a picture"), 0, nil
}

// check compares the providers' books with the ledger.
func (p *providers) check(q *Queue, t *testing.T) {
	var rows int
	var spent, reserved, booked, budget int64
	err := q.pool.QueryRow(t.Context(),
		`SELECT (SELECT count(*) FROM ai_calls), sum(spent_micro_usd), sum(reserved_micro_usd), sum(budget_micro_usd),
		(SELECT coalesce(sum(price_micro_usd), 0) FROM ai_calls WHERE state <> 'failed') FROM budget_days`).Scan(&rows,
		&spent, &reserved, &budget, &booked)
	switch {
	case err != nil:
		p.rt.Fatal(err)
	case rows != p.calls:
		p.rt.Fatalf("%d calls recorded, %d made", rows, p.calls)
	case booked != p.due:
		p.rt.Fatalf("booked %d, the providers are owed %d", booked, p.due)
	case reserved != 0 || spent+reserved > budget:
		p.rt.Fatalf("spent %d and reserved %d of %d", spent, reserved, budget)
	case spent != booked && budget > 0:
		p.rt.Fatalf("spent %d, booked %d", spent, booked)
	}
	for name, calls := range p.paid {
		if calls > 1 {
			p.rt.Fatalf("%s may have been paid %d times", name, calls)
		}
	}
}

// drawing is a composer that needs no program.
type drawing struct{}

func (drawing) DrawScene(context.Context, composer.Scene) ([]byte, error) {
	return []byte("a drawing"), nil
}

func (drawing) DrawFigure(context.Context, mascot.Traits, uint32) ([]byte, error) {
	return nil, errors.New("not used here")
}

func (drawing) DrawPortrait(context.Context, mascot.Traits, uint32) ([]byte, error) {
	return []byte("a drawing"), nil
}

// discard is a store in which nothing is found.
type discard struct{}

func (discard) Find(context.Context, string) (r generation.Result, ok bool, err error) {
	return r, false, nil
}
func (discard) Store(context.Context, generation.Artwork) (generation.Result, error) {
	return generation.Result{ObjectName: "x.png"}, nil
}
