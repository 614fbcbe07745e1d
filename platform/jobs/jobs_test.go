package jobs

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// guess is how long a job of these tests is thought to take.
const guess = 5 * time.Second

func newTestQueue(t *testing.T) *Queue {
	t.Helper()
	return NewQueue(testkit.Database(t, postgres.Schema{Tables}), guess)
}

func work(t *testing.T, q *Queue, slots int, h Handler) {
	t.Helper()
	w := NewWorkers(testkit.DiscardLog(), q, slots, Work{Kind: "dig", Handle: h, Deadline: 20 * time.Second})
	testkit.RunCommand(t, w.Run)
}

func add(t *testing.T, q *Queue) Job {
	t.Helper()
	job, err := q.Add(t.Context(), NewJob{Kind: "dig", Visitor: "ann", Key: uuid.NewString(), Input: "deep"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// end waits until the job is final, as a watcher would.
func end(t *testing.T, q *Queue, id string) Job {
	t.Helper()
	job, err := q.Wait(t.Context(), id, "ann", 1<<30, 20*time.Second)
	if err != nil || !job.State.IsFinal() {
		t.Fatalf("%+v, %v", job, err)
	}
	return job
}
