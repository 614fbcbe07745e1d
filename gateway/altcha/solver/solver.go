// Package solver solves challenges as a browser does.
package solver

import (
	"bytes"
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// solution is what a challenge asks for, by the protocol ALTCHA v2.
type solution struct {
	Counter    uint32 `json:"counter"`
	DerivedKey string `json:"derivedKey"`
}

// Solve returns the value of the header McWick-Solution for a challenge. It gives up at maxCounter.
func Solve(ctx context.Context, challenge json.RawMessage, maxCounter uint32) (string, error) {
	var c struct {
		Parameters struct {
			Algorithm, Nonce, Salt, KeyPrefix string
			Cost, KeyLength                   int
		}
	}
	if err := json.Unmarshal(challenge, &c); err != nil {
		return "", err
	}
	p := c.Parameters
	if p.Algorithm != "PBKDF2/SHA-256" {
		return "", fmt.Errorf("unknown algorithm %q", p.Algorithm)
	}
	nonce, salt, prefix, err := decodeHex(p.Nonce, p.Salt, p.KeyPrefix)
	if err != nil {
		return "", err
	}
	for counter := range maxCounter {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		password := binary.BigEndian.AppendUint32(bytes.Clone(nonce), counter)
		key, err := pbkdf2.Key(sha256.New, string(password), salt, p.Cost, p.KeyLength)
		if err != nil {
			return "", err
		}
		if bytes.HasPrefix(key, prefix) {
			return encodeSolution(challenge, solution{counter, hex.EncodeToString(key)})
		}
	}
	return "", fmt.Errorf("no solution below %d", maxCounter)
}

func decodeHex(a, b, c string) (x, y, z []byte, err error) {
	if x, err = hex.DecodeString(a); err != nil {
		return
	}
	if y, err = hex.DecodeString(b); err != nil {
		return
	}
	z, err = hex.DecodeString(c)
	return
}

func encodeSolution(challenge json.RawMessage, s solution) (string, error) {
	text, err := json.Marshal(struct {
		Challenge json.RawMessage `json:"challenge"`
		Solution  solution        `json:"solution"`
	}{challenge, s})
	return base64.StdEncoding.EncodeToString(text), err
}
