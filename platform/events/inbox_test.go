package events

import (
	"os"
	"testing"

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
