// Package solver solves challenges of the protocol ALTCHA v2 as a browser does.
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

// hexBytes are bytes that JSON has in hexadecimal.
type hexBytes []byte

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *hexBytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.DecodeString(string(text))
	return err
}

// Solve returns the value of the header McWick-Solution for a challenge. It gives up at maxCounter.
func Solve(ctx context.Context, challenge json.RawMessage, maxCounter uint32) (string, error) {
	var c struct {
		Parameters struct {
			Algorithm              string
			Nonce, Salt, KeyPrefix hexBytes
			Cost, KeyLength        int
		}
	}
	if err := json.Unmarshal(challenge, &c); err != nil {
		return "", err
	}
	p := c.Parameters
	if p.Algorithm != "PBKDF2/SHA-256" {
		return "", fmt.Errorf("unknown algorithm %q", p.Algorithm)
	}
	for counter := range maxCounter {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		password := binary.BigEndian.AppendUint32(bytes.Clone(p.Nonce), counter)
		key, err := pbkdf2.Key(sha256.New, string(password), p.Salt, p.Cost, p.KeyLength)
		if err != nil {
			return "", err
		}
		if bytes.HasPrefix(key, p.KeyPrefix) {
			text, err := json.Marshal(map[string]any{"challenge": challenge,
				"solution": map[string]any{"counter": counter, "derivedKey": hex.EncodeToString(key)}})
			return base64.StdEncoding.EncodeToString(text), err
		}
	}
	return "", fmt.Errorf("no solution below %d", maxCounter)
}
