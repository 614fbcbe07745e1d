package events

import (
	"testing"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

func TestInboxRetentionExceedsTopicRetention(t *testing.T) {
	pool := testkit.Database(t, postgres.Schema{Tables})
	testkit.Exec(t, pool, `INSERT INTO inbox (consumer, event_id, time)
		SELECT 'c', gen_random_uuid(), now() - days * interval '1 day' FROM unnest(ARRAY[0, 7, 7.9, 8.1, 400]) AS days`)
	var left, old int
	for range 2 {
		if err := CleanInbox(pool)(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := pool.QueryRow(t.Context(),
			`SELECT count(*), count(*) FILTER (WHERE time < now() - interval '8 days') FROM inbox`).Scan(&left, &old)
		if err != nil || left != 3 || old != 0 {
			t.Errorf("%d are left, %d of them old, %v", left, old, err)
		}
	}
}

// TestInboxCleanupDeletesInBatches has the events of weeks in which nothing was forgotten, among as
// many that are kept. Each statement writes down how many rows it deletes.
// Verifies RETAIN-5.
func TestInboxCleanupDeletesInBatches(t *testing.T) {
	const rows = 50_000
	pool := testkit.Database(t, postgres.Schema{Tables})
	for _, statement := range []string{
		`INSERT INTO inbox (consumer, event_id, time)
			SELECT 'c', gen_random_uuid(), now() - n * interval '16 days' / 50000 FROM generate_series(1, 50000) n`,
		`ANALYZE inbox`,
	} {
		testkit.Fill(t, pool, statement)
	}
	largest := testkit.RecordDeletions(t, pool, "inbox")
	testkit.CheckUsesIndex(t, pool, "inbox_age", cleanupQuery, inboxRetention)
	if err := CleanInbox(pool)(t.Context()); err != nil {
		t.Error(err)
	}
	left := testkit.QueryOne[int](t, pool, `SELECT count(*) FROM inbox`)
	most := largest()
	if left > rows/2 || left < rows/2-1000 || most == 0 || most > postgres.BatchSize {
		t.Errorf("%d of %d are left; a statement deleted %d", left, rows, most)
	}
}
