package main

import (
	"testing"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

func TestDeviceHistoryIsFromBeforeUpgrade(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	old := w.publish(t, "old", "")
	w.publish(t, "new", "")
	testkit.Exec(t, w.Database(t), `UPDATE publications SET created_at = now() - interval '1 day' WHERE id = $1`,
		old.GetId())
	for visitor, want := range map[string]bool{"old": true, "new": false, "none": false} {
		r, err := w.client.GetPublisherHistory(withAccount(t.Context(), visitor, ""),
			&mediav1.GetPublisherHistoryRequest{})
		if err != nil || r.GetHasEarlyPublication() != want {
			t.Errorf("%s: %v, %v", visitor, r, err)
		}
	}
}
