package jobs

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// addEndedJobs adds jobs that ended so many days ago, each in a lane of its own that was served
// then, and returns their ids; 0 is one that is open.
func addEndedJobs(t *testing.T, q *Queue, days ...int) (ids []uuid.UUID) {
	t.Helper()
	for _, n := range days {
		lane := uuid.NewString()
		job, err := q.Add(t.Context(),
			NewJob{Kind: "dig", Visitor: "ann", Origin: Origin{Flow: "device", Lane: lane, Supernet: "above"}, Key: uuid.NewString(), Input: "deep"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, uuid.MustParse(job.ID))
		testkit.Exec(t, q.pool, `WITH turn AS (
				INSERT INTO job_turns VALUES ('lane', $1, 0, 1, now() - make_interval(days => $2))
			), evidence AS (
				INSERT INTO job_evidence VALUES ($1, 'device', '', now() - make_interval(days => $2))
			) INSERT INTO job_lanes VALUES ($1, now() - make_interval(days => $2))`, lane, n)
		if n > 0 {
			testkit.Exec(t, q.pool,
				`UPDATE jobs SET state = 'failed', finished_at = now() - make_interval(days => $2) WHERE id = $1`,
				job.ID, n)
		}
	}
	return ids
}

func TestSweeperDeletesOldJobsNotRetained(t *testing.T) {
	t.Parallel()
	q := newTestQueue(t)
	ids := addEndedJobs(t, q, 40, 35, 20, 1, 0)
	testkit.Exec(t, q.pool, `INSERT INTO job_workers VALUES (gen_random_uuid(), 1, now() - interval '1 hour')`)
	needed := func(_ context.Context, _ pgx.Tx, old []uuid.UUID) ([]uuid.UUID, error) {
		if want := ids[:2]; !slices.Contains(old, want[1]) || slices.Contains(old, ids[2]) {
			t.Errorf("asked for %v, want some of %v", old, want)
		}
		return ids[1:2], nil
	}
	s, now := NewSweeper(q.pool, needed), time.Now()
	if err := postgres.RunSteps(t.Context(), time.Minute,
		s.Steps(now.AddDate(0, 0, -30), now.AddDate(0, 0, -7))...); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string][]uuid.UUID{
		`SELECT id FROM jobs ORDER BY id`: {ids[1], ids[2], ids[3],
			ids[4]},
		`SELECT id FROM jobs WHERE lane <> '' ORDER BY id`:                                  {ids[3], ids[4]},
		`SELECT id FROM jobs WHERE flow <> '' OR supernet <> '' ORDER BY id`:                {ids[3], ids[4]},
		`SELECT id FROM jobs JOIN job_turns ON key = lane WHERE lane <> ''`:                 {ids[4]},
		`SELECT id FROM jobs JOIN job_evidence USING (lane) WHERE lane <> ''`:               {ids[4]},
		`SELECT id FROM jobs JOIN job_lanes USING (lane) WHERE lane <> '' ORDER BY id`:      {ids[3], ids[4]},
		`SELECT id FROM job_workers`:                                                        {},
		`SELECT gen_random_uuid() FROM job_lanes WHERE lane NOT IN (SELECT lane FROM jobs)`: {},
	} {
		got, err := postgres.QueryRows(t.Context(), q.pool, pgx.RowTo[uuid.UUID], query)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", query, err, diff)
		}
	}
}

// A pass finds its rows by indexes among as many that stay, also when most of those that are old
// are needed.
func TestSweeperUsesIndexes(t *testing.T) {
	t.Parallel()
	q := newTestQueue(t)
	for _, statement := range []string{
		`INSERT INTO jobs (id, kind, visitor, idempotency_key, input_hash, input, state, trace, finished_at, lane)
			SELECT gen_random_uuid(), 'dig', 'ann', gen_random_uuid(), '', '{}', 'failed', '', now() - interval '16 days' * (n - 0.5) / 20000, n FROM generate_series(1, 20000) n`,
		`INSERT INTO job_lanes SELECT n, now() - interval '16 days' * (n - 0.5) / 20000 FROM generate_series(1, 20000) n`,
		`INSERT INTO job_turns SELECT 'flow', n, 0, 1, now() - interval '20 minutes' * (n - 0.5) / 20000 FROM generate_series(1, 20000) n`,
		`INSERT INTO job_evidence SELECT n, n, '', now() - interval '4 hours' * (n - 0.5) / 20000 FROM generate_series(1, 20000) n`,
		`ANALYZE`,
	} {
		testkit.Fill(t, q.pool, statement)
	}
	before := time.Now().AddDate(0, 0, -8)
	testkit.CheckUsesIndex(t, q.pool, "jobs_ended", postgres.SelectNextSQL("jobs", "finished_at"), before,
		before.Add(-5*time.Hour), uuid.Max)
	testkit.CheckUsesIndex(t, q.pool, "jobs_origins", clearLanesQuery, before)
	testkit.CheckUsesIndex(t, q.pool, "job_lanes_age", deleteLanesQuery, before)
	testkit.CheckUsesIndex(t, q.pool, "job_turns_age", deleteTurnsQuery, turnRetention)
	testkit.CheckUsesIndex(t, q.pool, "job_evidence_age", deleteEvidenceQuery, evidenceRetention)
	visited := 0
	needed := func(_ context.Context, _ pgx.Tx, old []uuid.UUID) ([]uuid.UUID, error) {
		visited += len(old)
		return old[:len(old)*9/10], nil
	}
	if err := postgres.RunSteps(t.Context(), time.Minute,
		NewSweeper(q.pool, needed).Steps(before, before)...); err != nil || visited != 10_000 {
		t.Errorf("%d jobs were looked at, %v", visited, err)
	}
	var jobs, origins, lanes int
	err := q.pool.QueryRow(t.Context(),
		`SELECT count(*), count(*) FILTER (WHERE lane <> ''), (SELECT count(*) FROM job_lanes) FROM jobs`).Scan(&jobs,
		&origins, &lanes)
	if err != nil || jobs != 19_000 || origins != 10_000 || lanes != origins {
		t.Errorf("%d jobs, %d with a lane, %d lanes are left, %v", jobs, origins, lanes, err)
	}
}
