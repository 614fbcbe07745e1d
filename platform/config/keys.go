package config

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// MinKeyBytes is how many bytes a key has at least.
const MinKeyBytes = 32

// Key is a secret key and the id under which it is known.
type Key struct {
	ID     string
	Secret Secret
}

// keyLine is an id, and a key of MinKeyBytes characters or more unless the id is that of a known
// one.
var keyLine = regexp.MustCompile(`^([a-z0-9][a-z0-9-]{0,15})(?:[ \t]+([\x21-\x7e]{32,}))?$`)

// ParseKeys reads a line for each key, its id and the key: keys that are rotated are several for a
// while. For an id of known, which may be nil, the line is the id alone. Empty lines say nothing.
// No error shows a key.
func ParseKeys(text Secret, known map[string]Secret) ([]Key, error) {
	var keys []Key
	var errs []error
	ids := make(map[string]bool)
	for i, line := range strings.Split(text.Reveal(), "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		key, err := parseKey(line, known)
		if err == nil && ids[key.ID] {
			err = errors.New("another key has that id")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", i+1, err))
			continue
		}
		ids[key.ID] = true
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		errs = append(errs, errors.New("no key"))
	}
	return keys, errors.Join(errs...)
}

func parseKey(line string, known map[string]Secret) (Key, error) {
	parts := keyLine.FindStringSubmatch(line)
	if parts == nil {
		return Key{},
			fmt.Errorf("want an id of at most 16 small letters, digits and dashes, and a key of at least %d characters without spaces", MinKeyBytes)
	}
	id, secret := parts[1], Secret(parts[2])
	elsewhere, isKnown := known[id]
	switch {
	case isKnown && secret != "":
		return Key{}, errors.New("the key of this id is configured elsewhere")
	case isKnown:
		return Key{id, elsewhere}, nil
	case secret == "":
		return Key{}, errors.New("an id without its key")
	}
	return Key{id, secret}, nil
}

// ParseKeyOrKeys reads what was one key in former releases, any bytes: that key, under no id, or
// the lines of ParseKeys. One key that looks like such a line does not exist: keys have no spaces.
func ParseKeyOrKeys(text Secret) ([]Key, error) {
	for line := range strings.SplitSeq(strings.TrimSpace(text.Reveal()), "\n") {
		if parts := keyLine.FindStringSubmatch(strings.TrimSpace(line)); parts != nil && parts[2] != "" {
			continue
		}
		if len(text) < MinKeyBytes {
			return nil, fmt.Errorf("want at least %d bytes", MinKeyBytes)
		}
		return []Key{{Secret: text}}, nil
	}
	return ParseKeys(text, nil)
}
