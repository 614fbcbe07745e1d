package solver

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// The file has a challenge and its solution as the reference implementation of the protocol gives
// them.
func TestSolutionIsThatOfReferenceImplementation(t *testing.T) {
	text, err := os.ReadFile("testdata/challenge.json")
	if err != nil {
		t.Fatal(err)
	}
	var reference struct{ Challenge json.RawMessage }
	if err := json.Unmarshal(text, &reference); err != nil {
		t.Fatal(err)
	}
	header, err := Solve(t.Context(), reference.Challenge, 50)
	if err != nil {
		t.Fatal(err)
	}
	sent, err := base64.StdEncoding.DecodeString(header)
	if err != nil {
		t.Fatal(err)
	}
	var got, want any
	if err := json.Unmarshal(sent, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, sent %s", err, sent)
	}
}

func TestUnreadableChallengesHaveNoSolution(t *testing.T) {
	for _, challenge := range []string{"", "{}", `{"parameters":{"algorithm":"SCRYPT"}}`,
		`{"parameters":{"algorithm":"PBKDF2/SHA-256","nonce":"x"}}`} {
		if header, err := Solve(t.Context(), json.RawMessage(challenge), 50); err == nil {
			t.Errorf("%q: %s", challenge, header)
		}
	}
}
