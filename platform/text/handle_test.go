package text

import (
	"testing"

	"mcwick.example/platform/text/texttest"
)

// Verifies VERSE-23.
func TestParseHandle(t *testing.T) {
	for _, c := range texttest.HandleCases(t) {
		if got, ok := ParseHandle(c.Text); got != c.Handle || ok != (c.Handle != "") {
			t.Errorf("%q: got %q, %v, want %q", c.Text, got, ok, c.Handle)
		}
	}
}
