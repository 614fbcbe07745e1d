package site

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Launch is what operators say of links, tiles, menu items and stops of the roadmap, without a release.
// What it does not mention is as the page has it.
type Launch struct {
	Items  map[string]LaunchItem `json:"items,omitempty"` // by id: see LaunchIDs
	Menu   []LaunchLink          `json:"menu,omitempty"`  // items behind those of the gallery menu
	Footer []LaunchLink          `json:"footer,omitempty"`
}

// LaunchItem changes one item; empty fields change nothing.
type LaunchItem struct {
	Label   string `json:"label,omitempty"`
	Text    string `json:"text,omitempty"`
	Address string `json:"address,omitempty"` // a path of this site, or https://
	// soon or live; of a stop of the roadmap complete, current, next, soon or moon
	State string `json:"state,omitempty"`
	Date  string `json:"date,omitempty"` // as it is shown, such as 2027 Q1
}

// LaunchLink is an item that the page does not have.
type LaunchLink struct {
	Label   string `json:"label"`
	Text    string `json:"text,omitempty"`
	Address string `json:"address"`
}

// placeIDs are the items that may become live, stopIDs the stops of the roadmap.
var (
	placeIDs = []string{"tokenomics", "bictok", "arcade", "convohs", "chat", "chart", "launchpad", "rugs", "wordle",
		"connections"}
	stopIDs = []string{"birth", "mctools-initial", "token-launch", "community-engagement", "marketing", "mcleaders",
		"mctools-v2", "nft-airdrop", "moon-1", "moon-2"}
)

// LaunchIDs are the ids of all items, in order.
func LaunchIDs() []string {
	ids := slices.Concat(placeIDs, stopIDs)
	slices.Sort(ids)
	return ids
}

var (
	placeStates = []string{"soon", "live"}
	stopStates  = []string{"complete", "current", "next", "soon", "moon"}
)

// The bounds of a launch: texts in letters, links in each list.
const (
	maxLaunchLabel   = 60
	maxLaunchText    = 200
	maxLaunchDate    = 30
	maxLaunchAddress = 200
	maxLaunchLinks   = 6
)

// launchFields are the fields of an item by their names in settings.
var launchFields = map[string]func(*LaunchItem) *string{
	"label":   func(i *LaunchItem) *string { return &i.Label },
	"text":    func(i *LaunchItem) *string { return &i.Text },
	"address": func(i *LaunchItem) *string { return &i.Address },
	"state":   func(i *LaunchItem) *string { return &i.State },
	"date":    func(i *LaunchItem) *string { return &i.Date },
}

// validate reports everything that is wrong. An item that this program does not know may be of a newer
// release, and is no error.
func (l *Launch) validate() (err error) {
	if l == nil {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(l.Items)) {
		if invalid := l.Items[id].validate(id); invalid != nil {
			err = errors.Join(err, fmt.Errorf("launch.%s: %w", id, invalid))
		}
	}
	for name, links := range map[string][]LaunchLink{"menu": l.Menu, "footer": l.Footer} {
		if len(links) > maxLaunchLinks {
			err = errors.Join(err, fmt.Errorf("launch.%s has more than %d links", name, maxLaunchLinks))
		}
		for _, link := range links {
			if link.Label == "" || link.Address == "" {
				err = errors.Join(err, fmt.Errorf("launch.%s: a link needs a label and an address", name))
			}
			item := LaunchItem{Label: link.Label, Text: link.Text, Address: link.Address}
			if invalid := item.validate(""); invalid != nil {
				err = errors.Join(err, fmt.Errorf("launch.%s: %w", name, invalid))
			}
		}
	}
	return err
}

func (i LaunchItem) validate(id string) error {
	for name, limit := range map[string]int{"label": maxLaunchLabel, "text": maxLaunchText, "date": maxLaunchDate,
		"address": maxLaunchAddress} {
		text := *launchFields[name](&i)
		if utf8.RuneCountInString(text) > limit || !utf8.ValidString(text) ||
			strings.ContainsFunc(text, unicode.IsControl) {
			return fmt.Errorf("%s is one line of at most %d letters", name, limit)
		}
	}
	if !isLaunchAddress(i.Address) {
		return errors.New("address is a path such as /bictok, or begins with https://")
	}
	states := placeStates
	if slices.Contains(stopIDs, id) {
		states = stopStates
	}
	if i.State != "" && slices.Contains(LaunchIDs(), id) && !slices.Contains(states, i.State) {
		return fmt.Errorf("state is one of %s", strings.Join(states, ", "))
	}
	return nil
}

// isLaunchAddress reports whether the page may link to an address: one of this site, or another one by
// TLS. Empty is none.
func isLaunchAddress(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	isPath := u.Scheme == "" && u.Host == "" && strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") &&
		!strings.Contains(address, `\`)
	return address == "" || isPath || u.Scheme == "https" && u.Host != "" && u.User == nil
}

// setLaunch sets a field of an item, such as launch.bictok.state; an empty value takes it back.
func (s *Settings) setLaunch(name, value string) (Change, error) {
	id, field, _ := strings.Cut(strings.TrimPrefix(name, "launch."), ".")
	at := launchFields[field]
	if at == nil || !slices.Contains(LaunchIDs(), id) {
		return Change{}, fmt.Errorf("%q is no setting: launch has %s, each with address, date, label, state, text", name,
			strings.Join(LaunchIDs(), ", "))
	}
	launch := Launch{}
	if s.Launch != nil {
		launch = *s.Launch
	}
	item := launch.Items[id]
	c := Change{Name: name, From: *at(&item), To: value}
	*at(&item) = value
	if err := item.validate(id); err != nil {
		return Change{}, fmt.Errorf("%s: %w", name, err)
	}
	launch.Items = maps.Clone(launch.Items)
	if launch.Items == nil {
		launch.Items = make(map[string]LaunchItem)
	}
	launch.Items[id] = item
	if item == (LaunchItem{}) {
		delete(launch.Items, id)
	}
	s.Launch = &launch
	return c, nil
}
