// Package limits is how often visitors may do what: the rates of each kind of request, which the
// gateway applies and operators read.
package limits

import (
	"bytes"
	_ "embed" // the production figures
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"mcwick.example/platform/limit"
)

// Kind is a kind of request, by its name in the file.
type Kind string

// The kinds; each has production figures in limits.json beside this file.
const (
	Jobs          Kind = "jobs" // pictures
	Scripts       Kind = "scripts"
	Speeches      Kind = "speeches"
	Videos        Kind = "videos"
	Layouts       Kind = "layouts"
	Previews      Kind = "previews"
	Publications  Kind = "publications"
	Writes        Kind = "writes"
	Challenges    Kind = "challenges" // statements to sign with a key
	Registrations Kind = "registrations"
	EarlyAccess   Kind = "early-access"
	Logins        Kind = "logins"
	Nominations   Kind = "nominations"
	Complaints    Kind = "complaints" // reports of pictures and names, requests to take something down
	Telemetry     Kind = "telemetry"  // what browsers tell of themselves
	Reads         Kind = "reads"
	Media         Kind = "media"
	Pages         Kind = "pages"    // HTML and config.json
	Searches      Kind = "searches" // lists of words, beside reads, when the gallery has to look
	Cards         Kind = "cards"    // pictures of link previews, beside pages, when one has to be drawn
	// calls that are counted by whether they bring a solved challenge, before that and their body are read
	Attempts Kind = "attempts"
	Proofs   Kind = "proofs" // challenges to solve before such a call
)

// IsLeased reports whether replicas may take tokens ahead for requests of a kind, as limit.Guard does
// in AllowLeased: those that read and cost little.
func (k Kind) IsLeased() bool { return k == Reads || k == Media || k == Pages }

// Scopes are the buckets that a request is counted in; one that is left out does not bound, but see Parse.
// None is everybody's: a request is counted before anybody knows whether it is valid, so one
// visitor could close such a route for all. What is scarce for all is shared by lanes in the queue
// and in the day's budget.
type Scopes struct {
	Device  limit.Rate `json:"device"`  // one browser, by its cookie
	Address limit.Rate `json:"address"` // one household: an IPv4 address or an IPv6 /64
	Subnet  limit.Rate `json:"subnet"`  // the network around it
	// Crowd takes the place of Address and Subnet for devices that are trusted: a whole network of
	// them.
	Crowd limit.Rate `json:"crowd"`
	// Scarce says that each one costs money: without Redis only a quarter is let through.
	Scarce bool `json:"scarce"`
}

// Config is the figures of all kinds.
type Config map[Kind]Scopes

//go:embed limits.json
var productionText []byte

// production has each kind.
var production = func() Config {
	c, err := decode(productionText)
	if err != nil {
		panic(err) // never: a test reads it
	}
	return c
}()

// Read returns the figures of the file at a path; those of production without one.
func Read(path string) (Config, error) {
	if path == "" {
		return maps.Clone(production), nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("limits: %w", err)
	}
	return Parse(text)
}

// Parse reads the text of a file. A kind that it leaves out has production's figures, so that an
// installation with a file of its own gets those of kinds that are new; a kind that it has is the
// file's as a whole, but for a crowd that it leaves out: nothing else bounds a network of trusted devices,
// and a file of a release before may not have it.
func Parse(text []byte) (Config, error) {
	given, err := decode(text)
	if err != nil {
		return nil, err
	}
	c := maps.Clone(production)
	for kind, s := range given {
		if s.Crowd == (limit.Rate{}) {
			s.Crowd = production[kind].Crowd
		}
		c[kind] = s
	}
	return c, c.validate()
}

func decode(text []byte) (c Config, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		if strings.Contains(err.Error(), `unknown field "global"`) { // the package has no error of its own for it
			err = errors.New("global, a rate for all visitors of older releases, is not read any more: leave it out")
		}
		return nil, fmt.Errorf("limits: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("limits: more than one value")
	}
	return c, nil
}

// validate reports every kind that is unknown or has no bound by address: any request has an
// address, so a kind without one would be unbounded for clients that send no cookie.
func (c Config) validate() error {
	var errs []error
	for _, kind := range slices.Sorted(maps.Keys(c)) {
		if _, known := production[kind]; !known {
			errs = append(errs, fmt.Errorf("limits: unknown kind %q", kind))
		} else if c[kind].Address == (limit.Rate{}) {
			errs = append(errs, fmt.Errorf("limits: %s has no bound by address", kind))
		}
	}
	return errors.Join(errs...)
}
