// Package page implements keyset pagination: it cuts a list into pages, in the order of a key, largest
// first. A cursor holds the key and the id of the last entry.
package page

import (
	"cmp"
	"fmt"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
)

// The sizes of a page.
const (
	DefaultSize = 24
	MaxSize     = 100
)

// Parse reads what a client asks of a list: where the page begins, First for the empty text, and
// how long it is, DefaultSize for 0. bad has each of the fields cursor and pageSize that breaks a
// rule.
func Parse[K Key](cursor string, pageSize int) (after Cursor[K], size int, bad []fault.Field) {
	after, ours := parseCursor[K](cursor)
	if !ours {
		bad = append(bad, fault.Field{Name: "cursor", Message: "The cursor is not one of ours."})
	}
	size = cmp.Or(pageSize, DefaultSize)
	if size < 1 || size > MaxSize {
		bad = append(bad, fault.Field{Name: "pageSize", Message: fmt.Sprintf("A page has 1 to %d entries.", MaxSize)})
	}
	return after, size, bad
}

// ParseByID is Parse for a list in the order of ids, whose page begins behind an id, or at the
// first for the empty text. The fields are afterId and pageSize.
func ParseByID(after string, pageSize int) (id uuid.UUID, size int, bad []fault.Field) {
	id, ok := text.ParseID(after)
	if !ok && after != "" {
		bad = append(bad, fault.Field{Name: "afterId", Message: "That is no id."})
	}
	_, size, more := Parse[time.Time]("", pageSize)
	return id, size, append(bad, more...)
}

// List returns a page of what find returns, and the cursor of the next one, as Paginate does; or LIST_INVALID with each
// field that breaks a rule, those of c first.
func List[T any, K Key](
	cursor string, pageSize int, c fault.Checks,
	find func(after Cursor[K], n int) ([]T, error), place func(T) Cursor[K],
) (entries []T, next string, err error) {
	after, size, bad := Parse[K](cursor, pageSize)
	c.Add(bad...)
	if err := c.Err("LIST_INVALID"); err != nil {
		return nil, "", err
	}
	found, err := find(after, size+1) // one more shows whether a page follows
	if err != nil {
		return nil, "", err
	}
	entries, next = Paginate(found, size, place)
	return entries, next, nil
}

// Paginate makes a page of what was found when one more than its size was asked for, and names the
// next one; the last page has none, "".
func Paginate[T any, K Key](found []T, size int, place func(T) Cursor[K]) (entries []T, next string) {
	if len(found) <= size {
		return found, ""
	}
	return found[:size], place(found[size-1]).String()
}
