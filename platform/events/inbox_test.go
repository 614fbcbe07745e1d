package events

import (
	"os"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
)

func TestTheInboxOutlivesItsTopic(t *testing.T) {
	pool := testkit.Database(t, os.DirFS("testdata/migrations"))
	_, err := pool.Exec(t.Context(), `INSERT INTO inbox (consumer, event_id, time)
		SELECT 'c', gen_random_uuid(), now() - days * interval '1 day' FROM unnest(ARRAY[0, 7, 7.9, 8.1, 400]) AS days`)
	if err != nil {
		t.Fatal(err)
	}
	var left, old int
	for range 2 {
		if err := Forget(pool)(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := pool.QueryRow(t.Context(), `SELECT count(*), count(*) FILTER (WHERE time < now() - interval '8 days') FROM inbox`).Scan(&left, &old)
		if err != nil || left != 3 || old != 0 {
			t.Errorf("%d are left, %d of them old, %v", left, old, err)
		}
	}
}

// TestABacklogOfTheInboxIsForgottenInShortStatements has the events of weeks in which nothing was forgotten, among as many that are kept.
func TestABacklogOfTheInboxIsForgottenInShortStatements(t *testing.T) {
	const rows = 400_000
	u := testkit.DatabaseURL(t, os.DirFS("testdata/migrations"))
	_, err := testkit.Connect(t, u).Exec(t.Context(), `INSERT INTO inbox (consumer, event_id, time)
		SELECT 'c', gen_random_uuid(), now() - n * interval '16 days' / $1 FROM generate_series(1, $1::int) n`, rows)
	if err != nil {
		t.Fatal(err)
	}
	pool := testkit.ConnectWithin(t, u, 100*time.Millisecond)
	testkit.UsesIndex(t, pool, "inbox_age", forgetInbox, remember)
	if err := Forget(pool)(t.Context()); err != nil {
		t.Error(err)
	}
	var left int
	if err := testkit.Connect(t, u).QueryRow(t.Context(), `SELECT count(*) FROM inbox`).Scan(&left); err != nil || left > rows/2 || left < rows/2-1000 {
		t.Errorf("%d of %d are left, %v", left, rows, err)
	}
}
