package page

import (
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// Cursor is the place behind one entry in the order newest first. Pages stay exact while entries are added, because
// a cursor names an entry and not a number of them.
type Cursor struct {
	Created time.Time // microseconds, as the database keeps them
	ID      uuid.UUID
}

// First is before every entry that can exist, so that the first page is read by the same query.
var First = Cursor{Created: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), ID: uuid.Max}

// The years a cursor may name. The database knows more, but not all that fits into a cursor.
const (
	firstYear = 1
	lastYear  = 9999
)

// cursorSize is eight bytes of microseconds and the id.
const cursorSize = 8 + 16

// String is the opaque text for clients.
func (c Cursor) String() string {
	b := binary.BigEndian.AppendUint64(nil, uint64(c.Created.UnixMicro()))
	return base64.RawURLEncoding.EncodeToString(append(b, c.ID[:]...))
}

// parseCursor reads what String wrote, years 1 to 9999; the empty text is First. ok is false when it is none of ours.
func parseCursor(s string) (c Cursor, ok bool) {
	if s == "" {
		return First, true
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != cursorSize {
		return Cursor{}, false
	}
	created := time.UnixMicro(int64(binary.BigEndian.Uint64(b))).UTC()
	if year := created.Year(); year < firstYear || year > lastYear {
		return Cursor{}, false
	}
	return Cursor{Created: created, ID: uuid.UUID(b[8:])}, true
}
