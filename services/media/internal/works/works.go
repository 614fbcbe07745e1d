// Package works lists what visitors made public, pictures and videos together, for operators. It
// reads the tables of both halves of the service and changes nothing.
package works

import (
	"context"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
)

// Kind is what a work is.
type Kind string

// The kinds of works.
const (
	KindPicture Kind = "picture"
	KindVideo   Kind = "video"
)

// State is whether visitors see a work: public, or who hid it as publications.hidden_by says.
type State string

// The states of works.
const (
	StatePublic              State = "public"
	StateHiddenAutomatically State = "reports"
	StateHidden              State = "operator"
	StateRemoved             State = "removed"
	StateHeld                State = "check"
)

// Work is a published picture or a shared video.
type Work struct {
	Kind         Kind
	ID           uuid.UUID
	Type         string // of a picture; of a video its background's category
	Caption      string
	Signature    string
	Texts        []string // on a picture, or spoken in a video
	ObjectName   string
	Created      time.Time // when it was published or shared
	State        State
	MakerDevice  string
	MakerAccount string
	Lane         string
}

// Filter is what a list is limited to.
type Filter int

// The filters.
const (
	FilterNone Filter = iota
	FilterDevice
	FilterAccount
	FilterLane
	FilterLooksLike
	FilterHeld
	FilterID
)

// ListInput requests one page.
type ListInput struct {
	Device, Account, Lane, LooksLike, ID string // at most one is set, or Held
	Held                                 bool   // only pictures that wait for a look
	Since                                time.Time
	Cursor                               string // empty for the first page
	Size                                 int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// filter returns the filter that is set with its value, and whether it is the only one.
func (in ListInput) filter() (by Filter, value string, ok bool) {
	ok = true
	for one, set := range map[Filter]string{FilterDevice: in.Device, FilterAccount: in.Account, FilterLane: in.Lane,
		FilterLooksLike: in.LooksLike, FilterID: in.ID} {
		if set != "" {
			ok = by == FilterNone
			by, value = one, set
		}
	}
	if in.Held {
		return FilterHeld, "", by == FilterNone
	}
	return by, value, ok
}

// Query is a valid request.
type Query struct {
	By    Filter
	Value string // of the filter
	Since time.Time
	After page.TimeCursor
	Limit int
}

// parse reports every invalid field.
func (in ListInput) parse() (q Query, err error) {
	after, size, bad := page.Parse[time.Time](in.Cursor, in.Size)
	by, value, ok := in.filter()
	if !ok {
		bad = append(bad, fault.Field{Name: "makerDevice", Message: "Choose one device, account, network or work, or what is held."})
	}
	for filter, name := range map[Filter]string{FilterLooksLike: "looksLike", FilterID: "id"} {
		if _, valid := text.ParseID(value); by == filter && !valid {
			bad = append(bad, fault.Field{Name: name, Message: "That is no id."})
		}
	}
	return Query{By: by, Value: value, Since: in.Since, After: after, Limit: size},
		fault.Invalid("LIST_INVALID", bad...)
}

// Page is one page, newest first.
type Page struct {
	Works []Work
	Next  string // the cursor of the next page; empty on the last one
}

// Store is the database.
type Store interface {
	// Works returns up to q.Limit works after the cursor, newest first.
	Works(ctx context.Context, q Query) ([]Work, error)
}

// List returns one page of works.
func List(ctx context.Context, from Store, in ListInput) (Page, error) {
	q, err := in.parse()
	if err != nil {
		return Page{}, err
	}
	size := q.Limit
	q.Limit++ // one more shows whether a page follows
	found, err := from.Works(ctx, q)
	if err != nil {
		return Page{}, err
	}
	all, next := page.Paginate(found, size,
		func(w Work) page.TimeCursor { return page.TimeCursor{Key: w.Created, ID: w.ID} })
	return Page{Works: all, Next: next}, nil
}
