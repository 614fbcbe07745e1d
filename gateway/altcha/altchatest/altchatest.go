// Package altchatest solves challenges as a browser does.
package altchatest

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
)

// Solve finds the answer of a challenge, one counter after the other, and returns the text that
// altcha.Signer verifies. It knows the challenge by its JSON alone, so altcha's own tests can use it.
func Solve(t testing.TB, challenge any) string {
	t.Helper()
	text, err := json.Marshal(challenge)
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		Parameters struct {
			Nonce, Salt, KeyPrefix string
			Cost, KeyLength        int
		}
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	p := c.Parameters
	nonce, salt := decodeHex(t, p.Nonce), decodeHex(t, p.Salt)
	for counter := uint32(0); t.Context().Err() == nil; counter++ {
		password := binary.BigEndian.AppendUint32(nonce[:len(nonce):len(nonce)], counter)
		key, err := pbkdf2.Key(sha256.New, string(password), salt, p.Cost, p.KeyLength)
		if err != nil {
			t.Fatal(err)
		}
		if found := hex.EncodeToString(key); strings.HasPrefix(found, p.KeyPrefix) {
			solved, err := json.Marshal(map[string]any{
				"challenge": json.RawMessage(text),
				"solution":  map[string]any{"counter": counter, "derivedKey": found},
			})
			if err != nil {
				t.Fatal(err)
			}
			return base64.StdEncoding.EncodeToString(solved)
		}
	}
	t.Fatal(t.Context().Err())
	return ""
}

func decodeHex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
