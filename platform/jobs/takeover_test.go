package jobs

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/testkit"
)

func TestOnlyUnchangedLeasesAreStale(t *testing.T) {
	at := time.Now()
	job := runningJob{ID: "a", Attempt: 1, LeaseUntil: at}
	renewed, taken := job, job
	renewed.LeaseUntil, taken.Attempt = at.Add(1), 2
	for name, c := range map[string]struct {
		before time.Duration // when it was first seen
		look   time.Duration // when the queue was seen last
		now    []runningJob
		want   int
	}{
		"the same for a lease":          {2 * lease, heartbeat, []runningJob{job}, 1},
		"the same, but only just":       {heartbeat, heartbeat, []runningJob{job}, 0},
		"renewed":                       {2 * lease, heartbeat, []runningJob{renewed}, 0},
		"taken over":                    {2 * lease, heartbeat, []runningJob{taken}, 0},
		"over":                          {2 * lease, heartbeat, nil, 0},
		"the same, but not seen lately": {2 * lease, lease, []runningJob{job}, 0},
	} {
		l := leaseTracker{known: map[string]observedLease{job.ID: {job, at.Add(-c.before)}}, checkedAt: at.Add(-c.look)}
		l.record(at, 4*heartbeat, c.now)
		if got := l.stale(lease); len(got) != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A take-over that reaches the database late, because that hung, finds the lease renewed.
// Verifies LIMIT-7.
func TestLateTakeoverDoesNotClaimRenewedLease(t *testing.T) {
	q := newTestQueue(t)
	w := NewWorkers(testkit.DiscardLog(), q, 1, Work{Kind: "dig"})
	add(t, q)
	holder := uuid.New()
	job, err := w.claim(t.Context(), holder)
	if err != nil {
		t.Fatal(err)
	}
	abandon(t, q, w)
	if mine, err := w.renewLease(t.Context(), job, holder); err != nil || !mine {
		t.Fatalf("the lease cannot be renewed: %v", err)
	}
	if _, err := w.claim(t.Context(), uuid.New()); !errors.Is(err, pgx.ErrNoRows) {
		t.Errorf("taken over: %v", err)
	}
}
