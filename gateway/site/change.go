package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxValue bounds a value of brand, in bytes.
const maxValue = 200

// Change is one setting that became another.
type Change struct {
	Name string `json:"name"` // such as flag.wall
	From string `json:"from"`
	To   string `json:"to"`
}

// Set sets a setting such as flag.wall, brand.tagline or launch.bictok.state to a value. An unknown
// name and a value that cannot be are refused.
func (s *Settings) Set(name, value string) (Change, error) {
	if strings.HasPrefix(name, "launch.") {
		return s.setLaunch(name, value)
	}
	if !slices.Contains(Names(), name) {
		return Change{}, fmt.Errorf("%q is no setting: there are %s, and launch.ITEM.FIELD", name, strings.Join(Names(), ", "))
	}
	kind, key, _ := strings.Cut(name, ".")
	if kind == "flag" {
		if value != "true" && value != "false" {
			return Change{}, fmt.Errorf("%s is true or false, not %q", name, value)
		}
		c := Change{Name: name, From: fmt.Sprint(s.Flags[key]), To: value}
		s.Flags[key] = value == "true"
		return c, nil
	}
	if strings.TrimSpace(value) == "" || len(value) > maxValue || !utf8.ValidString(value) ||
		strings.ContainsFunc(value, unicode.IsControl) {
		return Change{}, fmt.Errorf("%s is one line of 1 to %d bytes", name, maxValue)
	}
	c := Change{Name: name, From: s.Brand[key], To: value}
	s.Brand[key] = value
	return c, nil
}

// Clone are settings that change apart from these.
func (s Settings) Clone() Settings {
	s.Brand, s.Flags, s.Remotes = maps.Clone(s.Brand), maps.Clone(s.Flags), slices.Clone(s.Remotes)
	return s
}

// Write puts settings into a file, whole or not at all: the gateway reads it while it runs. What a
// new file has of permissions, it gives to everyone who may read the folder.
func Write(path string, s Settings) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false) // people read it
	e.SetIndent("", "  ")
	if err := e.Encode(s); err != nil {
		return err
	}
	next, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(next.Name()) // gone already when all went well
	mode := os.FileMode(0o644)
	if was, err := os.Stat(path); err == nil {
		mode = was.Mode().Perm()
	}
	_, err = next.Write(text.Bytes())
	for _, step := range []func() error{next.Sync, func() error { return next.Chmod(mode) }, next.Close} {
		if err == nil {
			err = step()
		}
	}
	if err != nil {
		next.Close()
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Rename(next.Name(), path)
}
