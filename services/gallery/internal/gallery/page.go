package gallery

import (
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// The sizes of a page.
const (
	DefaultPageSize = 24
	MaxPageSize     = 100
)

// Page is a run of pictures, newest first.
type Page struct {
	Images []Image
	Next   *Cursor // where the next page begins; nil on the last one
}

// Cursor is the place behind one picture in the order newest first. Pages stay exact while pictures
// are added, because a cursor names a picture and not a number of them.
type Cursor struct {
	Created time.Time // microseconds, as the database keeps them
	ID      uuid.UUID
}

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

// ParseCursor reads what String wrote, years 1 to 9999; the empty text is the beginning, nil. ok is false when it is
// none of ours.
func ParseCursor(s string) (c *Cursor, ok bool) {
	if s == "" {
		return nil, true
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != cursorSize {
		return nil, false
	}
	created := time.UnixMicro(int64(binary.BigEndian.Uint64(b))).UTC()
	if year := created.Year(); year < firstYear || year > lastYear {
		return nil, false
	}
	return &Cursor{Created: created, ID: uuid.UUID(b[8:])}, true
}
