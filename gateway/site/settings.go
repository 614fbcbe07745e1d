// Package site is the settings of the public site: what the product is called, what is switched on
// and which remotes there are. The gateway answers them at /config.json; every program that changes
// them checks them here first.
package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Settings are one file of settings.
type Settings struct {
	Brand     map[string]string `json:"brand"`
	Flags     map[string]bool   `json:"flags"`
	Remotes   []Remote          `json:"remotes"`
	Launch    *Launch           `json:"launch,omitempty"`
	MediaBase string            `json:"mediaBase,omitempty"` // goes before every object name; the gateway sets it
}

// Remote is a part of the page that is loaded when its path is opened.
type Remote struct {
	Name  string `json:"name"`
	Entry string `json:"entry"`
	Path  string `json:"path"`
}

// required are the names that the brand of every file has.
var required = []string{"name", "slug", "tagline", "contract", "tokenSymbol", "socialUrl"}

// laterBrand and laterFlags came after the first release, with what a file from before says of
// them.
var (
	laterBrand = map[string]string{
		"airdropDate": "2025 Q1", "birthday": "January 3, 2009", "humanYears": "15", "candleYears": "78",
	}
	laterFlags = map[string]bool{Wall: true, Shame: true}
)

// Wall is the flag that opens the walls, Shame the one that opens the Wall of Shame of them.
const (
	Wall  = "wall"
	Shame = "shame"
)

// flags are those that something asks for.
var flags = []string{"demoPictures", "earlyAccess", "styleguide", "traceViewer", Shame, Wall}

// Parse reads settings. What came later is filled in; what is missing or cannot be read is an
// error. A name of brand or flags that this program does not know is left as it is, so that a file
// may be newer than who reads it.
func Parse(text []byte) (Settings, error) {
	var s Settings
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, err
	}
	var err error
	for _, name := range required {
		if s.Brand[name] == "" {
			err = errors.Join(err, fmt.Errorf("brand.%s is missing", name))
		}
	}
	if err = errors.Join(err, s.Launch.validate()); err != nil {
		return s, err
	}
	for name, value := range laterBrand {
		if s.Brand[name] == "" {
			s.Brand[name] = value
		}
	}
	if s.Flags == nil {
		s.Flags = make(map[string]bool)
	}
	for name, value := range laterFlags {
		if _, said := s.Flags[name]; !said {
			s.Flags[name] = value
		}
	}
	return s, nil
}

// UnknownNames are the settings that nothing asks for, such as flag.wal: most likely mistyped.
func (s Settings) UnknownNames() []string {
	var unknown []string
	for name := range s.Brand {
		if !isBrand(name) {
			unknown = append(unknown, "brand."+name)
		}
	}
	for name := range s.Flags {
		if !slices.Contains(flags, name) {
			unknown = append(unknown, "flag."+name)
		}
	}
	if s.Launch != nil {
		for id := range s.Launch.Items {
			if !slices.Contains(LaunchIDs(), id) {
				unknown = append(unknown, "launch."+id)
			}
		}
	}
	slices.Sort(unknown)
	return unknown
}

func isBrand(name string) bool { return slices.Contains(required, name) || laterBrand[name] != "" }

// Names are the settings that can be set, in order.
func Names() []string {
	var names []string
	for _, name := range slices.Concat(required, slices.Collect(maps.Keys(laterBrand))) {
		names = append(names, "brand."+name)
	}
	for _, name := range flags {
		names = append(names, "flag."+name)
	}
	slices.Sort(names)
	return names
}
