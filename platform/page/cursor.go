package page

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"time"

	"github.com/google/uuid"
)

// Key is what a list is in the order of, largest first: a time in microseconds, as the database
// keeps them, or a count.
type Key interface{ time.Time | int64 }

// Cursor is the place behind one entry in the order of a key and, among equal ones, of ids. Pages
// stay exact while entries are added, because a cursor names an entry and not a number of them.
type Cursor[K Key] struct {
	Key K
	ID  uuid.UUID
}

// TimeCursor is a cursor of a list that is newest first.
type TimeCursor = Cursor[time.Time]

// CountCursor is a cursor of a list whose largest count is first.
type CountCursor = Cursor[int64]

// First is before every entry that can exist, so that the first page is read by the same query.
func First[K Key]() Cursor[K] {
	c := Cursor[K]{ID: uuid.Max}
	switch key := any(&c.Key).(type) {
	case *time.Time:
		*key = time.Date(lastYear, 1, 1, 0, 0, 0, 0, time.UTC)
	case *int64:
		*key = math.MaxInt64
	}
	return c
}

// The years a cursor may name. The database knows more, but not all that fits into a cursor.
const (
	firstYear = 1
	lastYear  = 9999
)

// cursorSize is eight bytes of the key and the id.
const cursorSize = 8 + 16

// String is the opaque text for clients.
func (c Cursor[K]) String() string {
	var number int64
	switch key := any(c.Key).(type) {
	case time.Time:
		number = key.UnixMicro()
	case int64:
		number = key
	}
	b := binary.BigEndian.AppendUint64(nil, uint64(number))
	return base64.RawURLEncoding.EncodeToString(append(b, c.ID[:]...))
}

// parseCursor reads what String wrote, years 1 to 9999 or a count from 0; the empty text is First.
// ok is false when it is not a valid cursor.
func parseCursor[K Key](s string) (c Cursor[K], ok bool) {
	if s == "" {
		return First[K](), true
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != cursorSize {
		return c, false
	}
	number := int64(binary.BigEndian.Uint64(b))
	switch key := any(&c.Key).(type) {
	case *time.Time:
		*key = time.UnixMicro(number).UTC()
		ok = key.Year() >= firstYear && key.Year() <= lastYear
	case *int64:
		*key = number
		ok = number >= 0
	}
	if !ok {
		return Cursor[K]{}, false
	}
	c.ID = uuid.UUID(b[8:])
	return c, true
}
