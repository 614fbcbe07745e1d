package postgres

import (
	"testing"

	"github.com/google/uuid"
)

// Verifies SPEECH-15.
func TestWhatWasSaidIsRememberedAsLongAsMediaKeepsIt(t *testing.T) {
	q := setup(t, 0)
	s := NewSpoken(q.pool)
	found := func(fingerprint string) string {
		t.Helper()
		id, ok, err := s.Find(t.Context(), []byte(fingerprint))
		if err != nil || ok != (id != "") {
			t.Fatalf("%s: %q, %v, %v", fingerprint, id, ok, err)
		}
		return id
	}
	remember := func(fingerprint, age string) (id string) {
		t.Helper()
		id = uuid.NewString()
		if err := s.Remember(t.Context(), []byte(fingerprint), id); err != nil {
			t.Fatal(err)
		}
		if _, err := q.pool.Exec(t.Context(), `UPDATE spoken SET said_at = now() - $2::interval WHERE fingerprint = $1`, []byte(fingerprint), age); err != nil {
			t.Fatal(err)
		}
		return id
	}
	remember("old", "7 days 1 minute")
	young := remember("young", "6 days 23 hours")
	if found("old") != "" || found("young") != young || found("never") != "" {
		t.Errorf("found %q, %q and %q", found("old"), found("young"), found("never"))
	}
	for range 2 { // the second pass finds nothing to do
		if err := s.Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var left string
	if err := q.pool.QueryRow(t.Context(), `SELECT string_agg(convert_from(fingerprint, 'UTF8'), ' ') FROM spoken`).Scan(&left); err != nil || left != "young" {
		t.Errorf("left is %q, %v", left, err)
	}
	if newer := remember("young", "0"); found("young") != newer {
		t.Errorf("said again, and the old one is found")
	}
}
