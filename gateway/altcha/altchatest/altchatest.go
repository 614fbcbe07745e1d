// Package altchatest solves challenges in tests.
package altchatest

import (
	"encoding/json"
	"math"
	"testing"

	"mcwick.example/gateway/altcha/solver"
)

// Solve finds the answer of a challenge and returns the text that altcha.Signer verifies. It knows the
// challenge by its JSON alone, so altcha's own tests can use it.
func Solve(t testing.TB, challenge any) string {
	t.Helper()
	text, err := json.Marshal(challenge)
	if err != nil {
		t.Fatal(err)
	}
	solution, err := solver.Solve(t.Context(), text, math.MaxUint32)
	if err != nil {
		t.Fatal(err)
	}
	return solution
}
