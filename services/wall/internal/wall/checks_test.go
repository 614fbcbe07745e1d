package wall

import (
	"testing"

	"mcwick.example/platform/text/texttest"
)

// Verifies VERSE-23.
func TestHandlesOfNominations(t *testing.T) {
	for _, h := range texttest.HandleCases(t) {
		var c checks
		got, err := c.handle(h.Text), c.Err("REFUSED")
		if got != h.Handle || (err == nil) != (h.Handle != "") {
			t.Errorf("%q: got %q, %v, want %q", h.Text, got, err, h.Handle)
		}
	}
}
