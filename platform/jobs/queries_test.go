package jobs

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

func TestList(t *testing.T) {
	t.Parallel()
	q := newTestQueue(t)
	ids := addEndedJobs(t, q, 0, 3, 0, 2)
	for name, c := range map[string]struct {
		state State
		older uuid.UUID
		n     int
		want  []uuid.UUID
	}{
		"all, newest first": {"", uuid.Max, 9, []uuid.UUID{ids[3], ids[2], ids[1], ids[0]}},
		"behind one":        {"", ids[2], 1, []uuid.UUID{ids[1]}},
		"in a state":        {StateQueued, uuid.Max, 9, []uuid.UUID{ids[2], ids[0]}},
	} {
		found, err := q.List(t.Context(), c.state, c.older, c.n)
		var got []uuid.UUID
		for _, job := range found {
			got = append(got, uuid.MustParse(job.ID))
		}
		if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
}

func TestListOfFailedJobsUsesIndex(t *testing.T) {
	t.Parallel()
	q := newTestQueue(t)
	testkit.Fill(t, q.pool, `INSERT INTO jobs (id, kind, visitor, idempotency_key, input_hash, input, state, trace, lane, finished_at)
		SELECT gen_random_uuid(), 'dig', 'ann', gen_random_uuid(), '', '{}', CASE n % 1000 WHEN 0 THEN 'failed' ELSE 'succeeded' END, '', '', now()
		FROM generate_series(1, 20000) n`)
	testkit.Fill(t, q.pool, `ANALYZE jobs`)
	testkit.CheckUsesIndex(t, q.pool, "jobs_ended_badly", listQuery(StateFailed), uuid.Max, string(StateFailed), 24)
	if found, err := q.List(t.Context(), StateFailed, uuid.Max, 24); err != nil || len(found) != 20 {
		t.Errorf("%d, %v", len(found), err)
	}
}

func TestQueriesInTransaction(t *testing.T) {
	t.Parallel()
	q := newTestQueue(t)
	ids := addEndedJobs(t, q, 0, 3)
	testkit.Exec(t, q.pool, `UPDATE jobs SET lane = 'ann', attempt = 2`)
	testkit.Exec(t, q.pool, `UPDATE jobs SET created_at = created_at - interval '1 day' WHERE id = $1`, ids[1])
	err := postgres.InTx(t.Context(), q.pool, func(tx pgx.Tx) error {
		kind, state, err := Lock(t.Context(), tx, ids[0].String(), 2)
		if err != nil || kind != "dig" || state != StateQueued {
			t.Errorf("lock: %s %s, %v", kind, state, err)
		}
		if _, _, err := Lock(t.Context(), tx, ids[0].String(), 1); !errors.Is(err, ErrNotFound) {
			t.Errorf("lock of an attempt that is over: %v", err)
		}
		final, err := FilterFinal(t.Context(), tx, append(ids, uuid.New()))
		if diff := cmp.Diff(ids[1:], final); err != nil || diff != "" {
			t.Errorf("ended: %v (-want +got):\n%s", err, diff)
		}
		for lane, wantOpen := range map[string]bool{"ann": false, "bea": true} {
			if open, err := HasOpenOfOtherLanes(t.Context(), tx, lane); err != nil || open != wantOpen {
				t.Errorf("others than %s open: %t, %v", lane, open, err)
			}
		}
		inputs, err := Kind[string, int]("dig").OpenInputs(t.Context(), tx)
		if diff := cmp.Diff([]string{"deep"}, inputs); err != nil || diff != "" {
			t.Errorf("open: %v (-want +got):\n%s", err, diff)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
