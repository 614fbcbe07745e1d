package postgres

import (
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
)

func TestSpeechOfLastReleaseIsFoundForAWeek(t *testing.T) {
	q := setup(t, 0)
	s := NewSpoken(q.pool)
	find := func(fingerprint string) string {
		t.Helper()
		id, err := s.Find(t.Context(), []byte(fingerprint))
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	old, young := uuid.NewString(), uuid.NewString()
	const spoken = `INSERT INTO spoken (fingerprint, speech_id, said_at)
		VALUES ('old', $1, now() - interval '7 days 1 minute'), ('young', $2, now() - interval '6 days 23 hours')`
	testkit.Exec(t, q.pool, spoken, old, young)
	for range 2 { // the second pass finds nothing to do
		if err := NewRetention(q).Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if find("old") != "" || find("young") != young || find("never") != "" {
			t.Errorf("found %q, %q and %q", find("old"), find("young"), find("never"))
		}
	}
}
