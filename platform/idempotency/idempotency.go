// Package idempotency makes a write that is sent twice one write. The client sends an idempotency
// key; a store keeps it with a hash of the input, unique by visitor and key. The same key with the
// same input returns the first result, with another input it is a conflict (409).
package idempotency

import (
	"bytes"
	"crypto/sha256"
	"strings"

	"mcwick.example/platform/fault"
)

// ErrKeyReused means that the visitor used the idempotency key with another input.
var ErrKeyReused = fault.New(fault.KindConflict, "IDEMPOTENCY_KEY_REUSED",
	"This Idempotency-Key was used for something else.")

// Request is the idempotency key of a write and the hash of its input.
type Request struct {
	Key  string
	Hash []byte
}

// NewRequest returns the request for a key and an encoded input. Hashes are stored, and a retry may
// reach a newer release than its first try: an encoding keeps names and order, and omits a new field
// when it is empty.
//
// The key is kept in lower case. Rows of older releases have it as it came, so queries compare with
// lower(…).
func NewRequest(key string, input []byte) Request {
	hash := sha256.Sum256(input)
	return Request{Key: strings.ToLower(key), Hash: hash[:]}
}

// CheckInput returns ErrKeyReused when the stored hash is that of another input.
func (i Request) CheckInput(stored []byte) error {
	if !bytes.Equal(i.Hash, stored) {
		return ErrKeyReused
	}
	return nil
}
