package text

import (
	"encoding/json"
	"os"
	"testing"
)

// The page's parseHandle and the public document read the same cases:
// frontend/packages/forms/src/parse-handle.test.ts.
//
// Verifies VERSE-23.
func TestParseHandle(t *testing.T) {
	file, err := os.ReadFile("testdata/handles.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Text, Handle string }
	if err := json.Unmarshal(file, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		if got, ok := ParseHandle(c.Text); got != c.Handle || ok != (c.Handle != "") {
			t.Errorf("%q: got %q, %v, want %q", c.Text, got, ok, c.Handle)
		}
	}
}
