package jobs

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
)

func TestKindDecodesInputAndResult(t *testing.T) {
	t.Parallel()
	type order struct{ Depth int }
	type hole struct{ Depth, Wide int }
	const kind Kind[order, hole] = "dig"
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1,
		kind.Work(20*time.Second, func(_ context.Context, job Job, in order) (hole, error) {
			return hole{in.Depth, job.Attempt}, nil
		}))
	testkit.RunCommand(t, w.Run)
	job, err := q.Add(t.Context(), kind.Job(NewJob{Visitor: "ann", Key: uuid.NewString()}, order{7}), nil)
	if err != nil {
		t.Fatal(err)
	}
	job = end(t, q, job.ID)
	in, err := kind.Input(job)
	if err != nil || in != (order{7}) {
		t.Errorf("input %+v, %v", in, err)
	}
	if left, err := kind.Result(job); err != nil || left != (hole{7, 1}) {
		t.Errorf("result %+v, %v", left, err)
	}
	if _, err := (Kind[string, string])("dig").Result(job); err == nil {
		t.Error("a result of another type is read")
	}
}

func TestResultsAreOneVisitorsOfOneKind(t *testing.T) {
	t.Parallel()
	const dig, fill Kind[int, int] = "dig", "fill"
	q := newTestQueue(t)
	double := func(_ context.Context, _ Job, in int) (int, error) {
		if in == 0 {
			return 0, ErrNotFound
		}
		return 2 * in, nil
	}
	w := NewWorkers(testkit.DiscardLog(), q, 1, dig.Work(20*time.Second, double), fill.Work(20*time.Second, double))
	testkit.RunCommand(t, w.Run)
	for _, j := range []NewJob{
		dig.Job(NewJob{Visitor: "ann"}, 1), dig.Job(NewJob{Visitor: "ann"}, 2), dig.Job(NewJob{Visitor: "ann"}, 3),
		dig.Job(NewJob{Visitor: "ann"}, 0), dig.Job(NewJob{Visitor: "bob"}, 4), fill.Job(NewJob{Visitor: "ann"}, 5),
	} {
		j.Key = uuid.NewString()
		job, err := q.Add(t.Context(), j, nil)
		if err != nil {
			t.Fatal(err)
		}
		if job.Visitor == "ann" {
			end(t, q, job.ID)
		}
	}
	testkit.Eventually(t, "the other visitor's job is done", func() bool {
		got, err := dig.Results(t.Context(), q.pool, "bob", 2)
		return err == nil && slices.Equal(got, []int{8})
	})
	if got, err := dig.Results(t.Context(), q.pool, "ann", 2); err != nil || !slices.Equal(got, []int{6, 4}) {
		t.Errorf("%v, %v", got, err)
	}
}
