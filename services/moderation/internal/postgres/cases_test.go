package postgres

import (
	"testing"
	"time"

	"mcwick.example/platform/page"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/moderation/internal/cases"
	"mcwick.example/services/moderation/internal/postgres/migrations"
)

// TestListsUseIndexes has 20,000 cases of 1,000 makers, one in ten of them open.
func TestListsUseIndexes(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	for _, statement := range []string{
		`INSERT INTO cases (id, kind, subject, text, object_name, maker_device, maker_account, is_open, urgency)
			SELECT md5(n::text)::uuid, 'picture', gen_random_uuid(), '', '', 'd' || n % 1000, 'a' || n % 1000, n % 10 = 0, 30000 - n
			FROM generate_series(1, 20000) n`,
		`ANALYZE cases`,
	} {
		testkit.Fill(t, pool, statement)
	}
	const size = 24
	urgent, newest := page.First[int64](), page.First[time.Time]()
	for index, c := range map[string]struct {
		filter cases.Filter
		open   bool
	}{
		"cases_urgent":        {cases.Filter{Kind: decisions.KindPicture}, true},
		"cases_newest":        {cases.Filter{}, false},
		"cases_maker_device":  {cases.Filter{MakerDevice: "d7"}, false},
		"cases_maker_account": {cases.Filter{MakerAccount: "a7"}, false},
	} {
		if c.open {
			query, args := openCases(c.filter, urgent, size)
			testkit.CheckUsesIndex(t, pool, index, query, args...)
			continue
		}
		query, args := newestCases(c.filter, newest, size)
		testkit.CheckUsesIndex(t, pool, index, query, args...)
	}
	testkit.CheckUsesIndex(t, pool, "cases_urgent", firstDue)
}
