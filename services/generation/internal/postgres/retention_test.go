package postgres

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
)

// TestJobsAreForgottenAndTheLedgerIsNot makes jobs that ended days ago; each has cost a cent.
func TestJobsAreForgottenAndTheLedgerIsNot(t *testing.T) {
	q := setup(t, 10*cent)
	exec := func(statement string, args ...any) {
		t.Helper()
		if _, err := q.pool.Exec(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	for prompt, days := range map[string]int{"long ago": 31, "lately": 29, "a week ago": 8, "now": 1, "unsettled": 31, "open": 0} {
		job, err := q.Add(t.Context(), jobs.NewJob{Kind: "meme", Visitor: "ann", Lane: prompt, Key: uuid.NewString(), Input: prompt}, cent)
		if err != nil {
			t.Fatal(err)
		}
		exec(`INSERT INTO job_lanes VALUES ($1, now() - make_interval(days => $2))`, prompt, days)
		if days == 0 {
			continue
		}
		state := "settled"
		if prompt == "unsettled" {
			state = "sent"
		}
		exec(`INSERT INTO ai_calls (id, job_id, price_micro_usd, state, kind, model) VALUES ($1, $2, $3, $4, 'meme', 'm')`, uuid.New(), job.ID, cent, state)
		exec(`UPDATE jobs SET state = 'succeeded', finished_at = now() - make_interval(days => $2) WHERE id = $1`, job.ID, days)
	}
	if err := q.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	exec(`INSERT INTO budget_refusals VALUES ('long ago', now() - interval '61 minutes'), ('now', now())`)
	for range 2 { // the second pass finds nothing to do
		if err := q.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]string{
			`SELECT input #>> '{}' FROM jobs ORDER BY 1`:                           {"a week ago", "lately", "now", "open", "unsettled"},
			`SELECT lane FROM jobs WHERE lane <> '' ORDER BY 1`:                    {"now", "open"},
			`SELECT lane FROM job_lanes ORDER BY 1`:                                {"now", "open"},
			`SELECT lane FROM budget_refusals`:                                     {"now"},
			`SELECT count(*) || ' ' || sum(price_micro_usd) FROM ai_calls`:         {"5 50000"},
			`SELECT spent_micro_usd || ' ' || reserved_micro_usd FROM budget_days`: {"40000 20000"},
		} {
			got, err := database.Rows(t.Context(), q.pool, pgx.RowTo[string], query)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", query, err, diff)
			}
		}
	}
}
