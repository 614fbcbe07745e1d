// Package idempotency makes a write that is sent twice one write: the client names what it means to
// do, and the same visitor, name and input have the same effect. A store keeps the name and the
// hash beside it, unique by visitor and name.
package idempotency

import (
	"bytes"
	"crypto/sha256"
	"strings"

	"mcwick.example/platform/fault"
)

// ErrKeyReused says that the visitor used the name for another input.
var ErrKeyReused = fault.New(fault.KindConflict, "IDEMPOTENCY_KEY_REUSED",
	"This Idempotency-Key was used for something else.")

// Request is a client's name for one write and the hash of its input.
type Request struct {
	Key  string
	Hash []byte
}

// NewRequest is the intent of an encoded input. Hashes are kept, and a retry may meet code that is
// newer than its first try: an encoding keeps names and order, and a new field is left out of it
// when it is empty.
//
// The key is kept in lower case. Rows of older releases have it as it came, so queries compare with
// lower(…).
func NewRequest(key string, input []byte) Request {
	hash := sha256.Sum256(input)
	return Request{Key: strings.ToLower(key), Hash: hash[:]}
}

// CheckInput is ErrKeyReused when what is stored under the intent's name had another input.
func (i Request) CheckInput(stored []byte) error {
	if !bytes.Equal(i.Hash, stored) {
		return ErrKeyReused
	}
	return nil
}
