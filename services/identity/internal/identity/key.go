// Package identity is the domain of keys and sessions: registering, proving and replacing a key,
// and logging in. It knows no protobuf, no database and no cookie, and never sees a private key.
package identity

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"strings"

	"filippo.io/edwards25519"
)

// PublicKey identifies a key: 64 lower-case hex digits, the SHA-256 of the private key's hex text.
// It proves nothing.
type PublicKey string

// keyDigits is the length of every key as hex.
const keyDigits = 64

// ParsePublicKey parses a public key in upper or lower case.
func ParsePublicKey(s string) (PublicKey, error) {
	if len(s) != keyDigits {
		return "", errPublicKey
	}
	if _, err := hex.DecodeString(s); err != nil {
		return "", errPublicKey
	}
	return PublicKey(strings.ToLower(s)), nil
}

// VerifyKey is the Ed25519 public key that is derived from the same private key, 32 bytes.
type VerifyKey ed25519.PublicKey

// ParseVerifyKey parses a verify key in hex. It rejects keys that no correct derivation returns and
// for which signatures could be made without a private key: non-canonical points, and points of
// small order (RFC 8032 leaves both to the verifier).
func ParseVerifyKey(s string) (VerifyKey, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != ed25519.PublicKeySize {
		return nil, errVerifyKey
	}
	p, err := new(edwards25519.Point).SetBytes(b)
	if err != nil || !bytes.Equal(p.Bytes(), b) {
		return nil, errVerifyKey
	}
	if new(edwards25519.Point).MultByCofactor(p).Equal(edwards25519.NewIdentityPoint()) == 1 {
		return nil, errVerifyKey
	}
	return b, nil
}

// String is the key in hex.
func (k VerifyKey) String() string { return hex.EncodeToString(k) }

// verify checks a signature in hex over a text.
func (k VerifyKey) verify(text, signature string) error {
	b, err := hex.DecodeString(signature)
	if err != nil || len(b) != ed25519.SignatureSize || !ed25519.Verify(ed25519.PublicKey(k), []byte(text), b) {
		return ErrSignature
	}
	return nil
}
