package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// rules are what denylist.yaml says.
type rules struct {
	Names map[string]string `yaml:"names"` // words of a name, such as "dead letter", to what replaces them
	Prose map[string]string `yaml:"prose"` // the same in comments, messages, test titles and documents
	Both  map[string]string `yaml:"both"`
	Allow []exception       `yaml:"allow"`

	names, prose vocabulary
	used         []bool // whether an exception was needed
}

// An exception is a path, or the folders and files below it, where words are right.
type exception struct {
	Path  string   `yaml:"path"`
	Words []string `yaml:"words"` // none: all
	Why   string   `yaml:"why"`
}

// A vocabulary finds words in a text in lower case, and knows what to write instead.
type vocabulary struct {
	pattern *regexp.Regexp
	instead map[string]string
}

// parseRules reads the deny-list, and refuses unknown keys and exceptions without a reason.
func parseRules(text []byte) (*rules, error) {
	r := &rules{}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(r); err != nil {
		return nil, fmt.Errorf("denylist.yaml: %w", err)
	}
	for _, a := range r.Allow {
		if a.Path == "" || a.Why == "" {
			return nil, fmt.Errorf("denylist.yaml: an exception has no path or no reason: %+v", a)
		}
	}
	r.names, r.prose = newVocabulary(r.Names, r.Both), newVocabulary(r.Prose, r.Both)
	r.used = make([]bool, len(r.Allow))
	return r, nil
}

func newVocabulary(lists ...map[string]string) vocabulary {
	v := vocabulary{instead: map[string]string{}}
	var words []string
	for _, list := range lists {
		for w, instead := range list {
			v.instead[w] = instead
			words = append(words, strings.ReplaceAll(regexp.QuoteMeta(w), " ", `\s+`))
		}
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) }) // the longest first
	v.pattern = regexp.MustCompile(`\b(?:` + strings.Join(words, "|") + `)\b`)
	return v
}

// check returns a line for each replaced word in items, and for each exception that nothing needs,
// in order.
func (r *rules) check(items []item) []string {
	var found []string
	for _, it := range items {
		text, words := strings.ToLower(it.text), r.prose
		if it.isName {
			text, words = splitName(it.text), r.names
		}
		for _, match := range words.pattern.FindAllString(text, -1) {
			word := strings.Join(strings.Fields(match), " ")
			if !r.allows(it.path, word) {
				found = append(found, fmt.Sprintf("%s:%d: %q in %q: %s", it.path, it.line, word, shorten(it.text),
					words.instead[word]))
			}
		}
	}
	for i, a := range r.Allow {
		if !r.used[i] {
			found = append(found, fmt.Sprintf("denylist.yaml: no exception is needed for %s %v", a.Path, a.Words))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func (r *rules) allows(path, words string) bool {
	for i, a := range r.Allow {
		if (path == a.Path || strings.HasPrefix(path, a.Path+"/")) &&
			(len(a.Words) == 0 || slices.Contains(a.Words, words)) {
			r.used[i] = true
			return true
		}
	}
	return false
}

// splitName returns the words of a name in lower case: "readHTTPBody" is "read http body".
func splitName(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, c := range runes {
		switch {
		case c == '_' || c == '-':
			b.WriteByte(' ')
			continue
		case i > 0 && unicode.IsUpper(c) &&
			(!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// shorten returns a text in one line of at most 80 characters.
func shorten(text string) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > 80 {
		line = append(line[:79], '…')
	}
	return string(line)
}
