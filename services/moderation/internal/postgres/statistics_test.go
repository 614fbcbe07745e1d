package postgres

import (
	"testing"
	"time"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/moderation/internal/cases"
	"mcwick.example/services/moderation/internal/postgres/migrations"
)

// TestStatisticsUseIndexes has three years of decisions, reports and appeals, one of each an hour.
// Verifies SAFE-2.
func TestStatisticsUseIndexes(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	const hours = 3 * 365 * 24
	for _, statement := range []string{
		`INSERT INTO cases (id, kind, subject, text, object_name, maker_device, maker_account, is_open)
			SELECT md5(n::text)::uuid, 'picture', gen_random_uuid(), '', '', '', '', false FROM generate_series(1, $1::int) n`,
		`INSERT INTO decisions (id, case_id, version, action, reason, message, note, operator, answers_appeal, created_at)
			SELECT md5(n::text)::uuid, md5(n::text)::uuid, 1, 'hide', '', '', '', 'ada', false, now() - n * interval '1 hour'
			FROM generate_series(1, $1::int) n`,
		`INSERT INTO signals (case_id, kind, source, lane, reason, note, x_handle, weight, created_at, closed_at)
			SELECT md5(n::text)::uuid, 'report', 'device', '', '', '', '', 0, now() - n * interval '1 hour', now() - n * interval '1 hour'
			FROM generate_series(1, $1::int) n`,
		`INSERT INTO appeals (decision_id, case_id, text, created_at, answered_at)
			SELECT md5(n::text)::uuid, md5(n::text)::uuid, '', now() - n * interval '1 hour', now() FROM generate_series(1, $1::int) n`,
	} {
		testkit.Fill(t, pool, statement, hours)
	}
	testkit.Fill(t, pool, `ANALYZE`)
	end := time.Now()
	for index, statements := range map[string][]string{
		"decisions_age": {countDecisions, countByOperator, countByDay},
		"signals_age":   {countReports, countTakedowns, countWrongReports, countByDay},
		"appeals_age":   {countAppeals},
	} {
		for _, statement := range statements {
			testkit.CheckUsesIndex(t, pool, index, statement, end.Add(-cases.StatisticsPeriod), end)
		}
	}
	testkit.CheckUsesIndex(t, pool, "decisions_age", waits, end.Add(-cases.StatisticsPeriod), end, 0.9)
	testkit.CheckUsesIndex(t, pool, "cases_urgent", countOpen)
}
