package jobs

import (
	"context"
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
