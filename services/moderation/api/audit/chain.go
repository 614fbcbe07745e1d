// Package audit computes and verifies the chain of hashes over content decisions, for the service
// that writes it and for programs that verify it.
//
// An entry has the digest of its payload and the hash of the entry before it, so a changed, missing
// or inserted entry breaks the chain. A payload may be about a person and can be forgotten: the
// digest stays in the entry, and the chain is complete without it.
package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"
)

// Size is the length of digests and hashes, in bytes.
const Size = sha256.Size

// Entry is one decision in the chain.
type Entry struct {
	Number   int64     // from 1, without gaps
	Time     time.Time // with microseconds
	Operator string    // empty when no operator decided
	Act      string
	CaseID   string
	Digest   []byte // of the payload
	Previous []byte // hash of the entry before it; of the first one, Size zero bytes
}

// Digest returns the digest of a payload.
func Digest(payload []byte) []byte {
	sum := sha256.Sum256(payload)
	return sum[:]
}

// Hash returns the SHA-256 over all fields: the numbers as eight bytes, big-endian, the time as
// microseconds since 1970, and each text with its length before it.
func (e Entry) Hash() []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(e.Number))
	b = binary.BigEndian.AppendUint64(b, uint64(e.Time.UnixMicro()))
	for _, field := range [][]byte{[]byte(e.Operator), []byte(e.Act), []byte(e.CaseID), e.Digest, e.Previous} {
		b = binary.BigEndian.AppendUint64(b, uint64(len(field)))
		b = append(b, field...)
	}
	sum := sha256.Sum256(b)
	return sum[:]
}

// Head is the end of a chain.
type Head struct {
	Number int64
	Hash   []byte
}

// Start is the head of an empty chain.
func Start() Head { return Head{Hash: make([]byte, Size)} }

// Verify checks an entry that follows the head, with the hash that is stored with it, and its
// payload unless that was forgotten (nil). It returns the new head.
func (h Head) Verify(e Entry, hash, payload []byte) (Head, error) {
	switch {
	case e.Number != h.Number+1:
		return h, fmt.Errorf("entry %d follows entry %d", e.Number, h.Number)
	case !bytes.Equal(e.Previous, h.Hash):
		return h, fmt.Errorf("entry %d does not follow from entry %d", e.Number, h.Number)
	case !bytes.Equal(hash, e.Hash()):
		return h, fmt.Errorf("entry %d is not what was written", e.Number)
	case payload != nil && !bytes.Equal(e.Digest, Digest(payload)):
		return h, fmt.Errorf("the payload of entry %d is not what was written", e.Number)
	}
	return Head{Number: e.Number, Hash: hash}, nil
}
