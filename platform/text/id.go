package text

import (
	"strings"

	"github.com/google/uuid"
)

// idLength is that of 8-4-4-4-12 hex digits.
const idLength = 36

// ParseID reads the id of something in the one form that we give: lower-case 8-4-4-4-12. PostgreSQL
// and Go's parser know other forms, and not the same ones; ok is false for all of these, so that a
// thing has one address.
func ParseID(s string) (id uuid.UUID, ok bool) {
	if len(s) != idLength || s != strings.ToLower(s) {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(s)
	if err != nil {
		return uuid.Nil, false // Parse gives what it has read so far
	}
	return id, true
}

// ParseIdempotencyKey reads a client's idempotency key, a UUID in hex of either case, and gives it
// in lower case: one key in two spellings is one key.
func ParseIdempotencyKey(s string) (key string, ok bool) {
	key = strings.ToLower(s)
	_, ok = ParseID(key)
	return key, ok
}
