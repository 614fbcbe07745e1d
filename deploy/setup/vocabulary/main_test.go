package main

import (
	"slices"
	"strings"
	"testing"
)

const goFile = `// Package taken keeps wishes.
package taken

import house "fmt"

// Wish is a wish.
type Wish struct{ Asker, _ string }

func (w *Wish) grant(told bool) (err error) {
	wished, answer := "not a name", 1 // why so
	for line := range answer {
		house.Errorf("the wish %d of %s", line, wished)
	}
	return err
}
`

func TestParseGoListsDeclaredNamesAndProse(t *testing.T) {
	items, err := parseGo("taken.go", []byte(goFile))
	if err != nil {
		t.Fatal(err)
	}
	var names, prose []string
	for _, it := range items {
		if it.isName {
			names = append(names, it.text)
		} else {
			prose = append(prose, strings.TrimSpace(it.text))
		}
	}
	// What a file uses and does not declare, such as the name of an import, is not its own.
	if want := strings.Fields("taken Wish Asker _ w grant told err wished answer line"); !slices.Equal(sorted(names),
		sorted(want)) {
		t.Errorf("names: %q", names)
	}
	want := []string{"Package taken keeps wishes.", "Wish is a wish.", "why so", "the wish %d of %s"}
	if !slices.Equal(sorted(prose), sorted(want)) {
		t.Errorf("prose: %q", prose)
	}
}

func TestProseInLeavesOutCode(t *testing.T) {
	for path, want := range map[string][]string{
		"a.md":     {"told", "see `", "a [link]"},
		"a.yaml":   {" why"},
		"a.sh":     {" why"},
		"Makefile": {" why"},
		"a.proto":  {" A wish."},
		"a.png":    nil,
	} {
		text := map[string]string{
			"a.md":     "told\nsee `told`\n```\ntold\n```\na [link](told.md)",
			"a.yaml":   "told: 1 # why\nurl: a#told",
			"a.sh":     "told # why",
			"Makefile": "told: # why",
			"a.proto":  "string told = 1; // A wish.",
		}[path]
		var got []string
		for _, it := range proseIn(path, text) {
			if it.text != "" {
				got = append(got, it.text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestCheckReportsReplacedWords(t *testing.T) {
	const list = `
names: {letter: dead letter}
prose: {is told: gets}
both: {asker: caller}
allow: [{path: docs/words, words: [is told], why: lists them}]
`
	tests := map[string]struct {
		item item
		want string
	}{
		"a name": {item{"a.go", 3, true, "newHTTPAsker"},
			`a.go:3: "asker" in "newHTTPAsker": caller`},
		"a part of a word":          {item{"a.go", 3, true, "maskerade"}, ""},
		"a word of names in prose":  {item{"a.go", 3, false, "the letter A"}, ""},
		"a word of prose in a name": {item{"a.go", 3, true, "isTold"}, ""},
		"prose": {item{"a.md", 4, false, "Who Is\ntold"},
			`a.md:4: "is told" in "Who Is told": gets`},
		"prose where it is allowed": {item{"docs/words/a.md", 4, false, "who is told"}, ""},
		"another word in that folder": {item{"docs/words/a.md", 4, false, "an asker"},
			`docs/words/a.md:4: "asker" in "an asker": caller`},
		"a folder with a like name": {item{"docs/wordsets.md", 4, false, "is told"},
			`docs/wordsets.md:4: "is told" in "is told": gets`},
	}
	for name, c := range tests {
		r, err := parseRules([]byte(list))
		if err != nil {
			t.Fatal(err)
		}
		needed := item{"docs/words/b.md", 1, false, "is told"}
		if got := strings.Join(r.check([]item{c.item, needed}), "\n"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestCheckReportsUnusedExceptions(t *testing.T) {
	r, err := parseRules([]byte(`{both: {asker: caller}, allow: [{path: a, words: [asker], why: b}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if found := r.check(nil); len(found) != 1 {
		t.Errorf("%q", found)
	}
}

func TestParseRulesRefusesBadLists(t *testing.T) {
	for _, list := range []string{"names: [a]", "words: {a: b}", "allow: [{path: a}]", "allow: [{why: a}]"} {
		if _, err := parseRules([]byte(list)); err == nil {
			t.Errorf("accepted %s", list)
		}
	}
}

func TestDenylistIsValid(t *testing.T) {
	if _, err := parseRules(denylist); err != nil {
		t.Error(err)
	}
}

func TestSplitName(t *testing.T) {
	for name, want := range map[string]string{
		"readHTTPBody": "read http body", "ID": "id", "Test_a": "test a", "maxBytes2": "max bytes2",
		"HTTPAsker": "http asker", "a": "a",
	} {
		if got := splitName(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func sorted(words []string) []string {
	words = slices.Clone(words)
	slices.Sort(words)
	return words
}
