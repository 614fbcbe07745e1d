package altcha

import (
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// Solve finds the answer of a challenge as a browser does, one counter after the other, and returns
// the text that Verify reads. It ends with ctx.
func Solve(ctx context.Context, c Challenge) (string, error) {
	nonce, err := hex.DecodeString(c.Parameters.Nonce)
	if err != nil {
		return "", err
	}
	salt, err := hex.DecodeString(c.Parameters.Salt)
	if err != nil {
		return "", err
	}
	solved := payload{Challenge: c}
	for ; ; solved.Solution.Counter++ {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		password := binary.BigEndian.AppendUint32(nonce[:len(nonce):len(nonce)], solved.Solution.Counter)
		key, err := pbkdf2.Key(sha256.New, string(password), salt, c.Parameters.Cost, c.Parameters.KeyLength)
		if err != nil {
			return "", err
		}
		if found := hex.EncodeToString(key); strings.HasPrefix(found, c.Parameters.KeyPrefix) {
			solved.Solution.DerivedKey = found
			text, err := json.Marshal(solved)
			return base64.StdEncoding.EncodeToString(text), err
		}
	}
}
