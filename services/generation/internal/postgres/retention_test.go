package postgres

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// TestSweepDeletesJobsAndKeepsLedger has jobs that ended days ago; each cost a cent.
// Verifies RETAIN-1.
func TestSweepDeletesJobsAndKeepsLedger(t *testing.T) {
	q := setup(t, 10*cent)
	for prompt, days := range map[string]int{"long ago": 31, "lately": 29, "a week ago": 8, "now": 1, "unsettled": 31,
		"open": 0} {
		job, err := q.Add(t.Context(),
			jobs.NewJob{Kind: "meme", Visitor: "ann", Origin: jobs.Origin{Lane: prompt}, Key: uuid.NewString(),
				Input: prompt}, cent)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Exec(t, q.pool, `INSERT INTO job_lanes VALUES ($1, now() - make_interval(days => $2))`, prompt, days)
		if days == 0 {
			continue
		}
		state := "settled"
		if prompt == "unsettled" {
			state = "sent"
		}
		testkit.Exec(t, q.pool,
			`INSERT INTO ai_calls (id, job_id, price_micro_usd, state, kind, model) VALUES ($1, $2, $3, $4, 'meme', 'm')`,
			uuid.New(), job.ID, cent, state)
		testkit.Exec(t, q.pool,
			`UPDATE jobs SET state = 'succeeded', finished_at = now() - make_interval(days => $2) WHERE id = $1`,
			job.ID, days)
	}
	if err := q.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, q.pool,
		`INSERT INTO budget_refusals VALUES ('long ago', now() - interval '61 minutes'), ('now', now())`)
	retention := NewRetention(q)
	for range 2 { // the second pass finds nothing to do
		if err := retention.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT input #>> '{}' FROM jobs ORDER BY 1`: {"a week ago", "lately", "now",
				"open", "unsettled"},
			`SELECT lane FROM jobs WHERE lane <> '' ORDER BY 1`:                    {"now", "open"},
			`SELECT lane FROM job_lanes ORDER BY 1`:                                {"now", "open"},
			`SELECT lane FROM budget_refusals`:                                     {"now"},
			`SELECT count(*) || ' ' || sum(price_micro_usd) FROM ai_calls`:         {"5 50000"},
			`SELECT spent_micro_usd || ' ' || reserved_micro_usd FROM budget_days`: {"40000 20000"},
		} {
			got, err := database.QueryRows(t.Context(), q.pool, pgx.RowTo[string], query)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", query, err, diff)
			}
		}
	}
}

// TestSweepKeepsUpWithAdmission has the jobs that ended within half an hour at 8 a second, the most
// that the gateway admits of all networks, which is three times what ends between two passes; and a
// month of jobs that are kept, without their networks.
// Verifies RETAIN-5.
func TestSweepKeepsUpWithAdmission(t *testing.T) {
	const ended, stay = 8 * 60 * 30, 100_000
	q := setup(t, cent)
	for _, statement := range []string{
		`INSERT INTO jobs (id, kind, visitor, idempotency_key, input_hash, input, state, trace, finished_at, lane)
			SELECT gen_random_uuid(), 'meme', 'ann', gen_random_uuid(), '', '{}', 'failed', '', now() - age, lane FROM (
				SELECT interval '31 days' AS age, 'a' AS lane FROM generate_series(1, $1::int)
				UNION ALL SELECT interval '8 days', 'b' FROM generate_series(1, $1::int)
				UNION ALL SELECT interval '29 days', '' FROM generate_series(1, $2::int)) jobs`,
		`WITH day AS (INSERT INTO budget_days (day, budget_micro_usd) VALUES ('2020-01-01', $1) RETURNING day)
			INSERT INTO reservations (job_id, day, micro_usd) SELECT id, day, 0 FROM (SELECT id FROM jobs WHERE lane = '' LIMIT $2::int / 10) jobs, day`,
		`INSERT INTO job_lanes SELECT n, now() - interval '8 days' FROM generate_series(1, $1::int) n UNION ALL SELECT -n, now() FROM generate_series(1, $2::int) n`,
		`INSERT INTO budget_refusals SELECT n, now() - interval '2 hours' FROM generate_series(1, $1::int) n UNION ALL SELECT -n, now() FROM generate_series(1, $2::int) n`,
		`INSERT INTO spoken SELECT sha256(n::text::bytea), gen_random_uuid(), now() - interval '1 day' * (CASE WHEN n > $1 THEN 1 ELSE 8 END) FROM generate_series(1, $1 + $2::int) n`,
	} {
		testkit.Fill(t, q.pool, statement, ended, stay)
	}
	testkit.Fill(t, q.pool, `ANALYZE`)
	testkit.CheckUsesIndex(t, q.pool, "budget_refusals_age", deleteRefusals, shareWindow)
	testkit.CheckUsesIndex(t, q.pool, "spoken_age", deleteSpoken, spokenRetention)
	if err := NewRetention(q).Sweep(t.Context()); err != nil {
		t.Error(err)
	}
	for query, want := range map[string]int{
		`SELECT count(*) FROM jobs`: ended + stay, `SELECT count(*) FROM jobs WHERE lane <> ''`: 0,
		`SELECT count(*) FROM job_lanes`: stay, `SELECT count(*) FROM budget_refusals`: stay,
		`SELECT count(*) FROM spoken`: stay,
	} {
		if left := testkit.QueryOne[int](t, q.pool, query); left != want {
			t.Errorf("%s: %d, want %d", query, left, want)
		}
	}
}
