package jobs

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// A job that was added when the connection was lost is given by the repeat of its intent.
// Verifies GAL-15.
func TestRepeatedAddSettlesUnknownOutcome(t *testing.T) {
	t.Parallel()
	direct := newTestQueue(t)
	through, freezer := testkit.FreezeDatabase(t, direct.pool.Config().ConnString())
	q := NewQueue(testkit.Connect(t, through), guess)
	n := NewJob{Kind: "dig", Visitor: "ann", Key: uuid.NewString(), Input: "deep"}
	err := testkit.LoseCommitResponse(t, direct.pool, freezer, "jobs",
		func() error { _, err := q.Add(t.Context(), n, nil); return err })
	if !errors.Is(err, postgres.ErrOutcomeUnknown) {
		t.Errorf("got %v", err)
	}
	testkit.Eventually(t, "the repeat settles it",
		func() bool { _, err := q.Add(t.Context(), n, nil); return err == nil })
	if jobs := testkit.QueryOne[int](t, direct.pool, `SELECT count(*) FROM jobs`); jobs != 1 {
		t.Errorf("%d jobs", jobs)
	}
}
