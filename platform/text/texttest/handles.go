// Package texttest has texts that tests of several programs read.
package texttest

import (
	_ "embed"
	"encoding/json"
	"testing"
)

// handles is also read by the page's tests: frontend/packages/forms/src/parse-handle.test.ts.
//
//go:embed handles.json
var handles []byte

// HandleCase is what a visitor may type as an X handle.
type HandleCase struct {
	Text   string
	Handle string // with its '@'; empty where Text is none
}

// HandleCases returns the cases that every place that takes a handle agrees on.
func HandleCases(t testing.TB) (cases []HandleCase) {
	t.Helper()
	if err := json.Unmarshal(handles, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	return cases
}
