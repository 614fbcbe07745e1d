package solver

import (
	"encoding/json"
	"testing"
)

func TestUnreadableChallengesHaveNoSolution(t *testing.T) {
	for _, challenge := range []string{"", "{}", `{"parameters":{"algorithm":"SCRYPT"}}`,
		`{"parameters":{"algorithm":"PBKDF2/SHA-256","nonce":"x"}}`} {
		if header, err := Solve(t.Context(), json.RawMessage(challenge), 50); err == nil {
			t.Errorf("%q: %s", challenge, header)
		}
	}
}
