package wordfilter

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// substitutes are the characters that can replace a letter.
var substitutes = map[rune]string{
	'a': "4@", 'b': "8", 'e': "3", 'g': "69", 'i': "1!|", 'l': "1|", 'o': "0", 's': "5$", 't': "7+", 'u': "v",
	'z': "2",
}

// prefixTree are entries as one regular expression in which those that begin alike share their
// beginning: side by side, a text takes as long as the list is.
type prefixTree struct {
	next  map[string]*prefixTree // by the pattern of one character
	isEnd bool
}

func (t *prefixTree) add(patterns []string) {
	if len(patterns) == 0 {
		t.isEnd = true
		return
	}
	if t.next == nil {
		t.next = make(map[string]*prefixTree)
	}
	if t.next[patterns[0]] == nil {
		t.next[patterns[0]] = new(prefixTree)
	}
	t.next[patterns[0]].add(patterns[1:])
}

// pattern returns the regular expression of a tree; of two entries the longer one is preferred.
func (t *prefixTree) pattern() string {
	var all []string
	for _, first := range slices.Sorted(maps.Keys(t.next)) {
		all = append(all, first+t.next[first].pattern())
	}
	if t.isEnd {
		all = append(all, "")
	}
	if len(all) == 1 {
		return all[0]
	}
	return "(?:" + strings.Join(all, "|") + ")"
}

// compile parses the list.
func compile(list string) wordList {
	var bad, worst, good prefixTree
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '!':
			good.add(patternsOf(line[1:]))
		default:
			bad.add(patternsOf(line))
			if strings.HasPrefix(line, "*") && strings.HasSuffix(line, "*") {
				worst.add(patternsOf(line))
			}
		}
	}
	return wordList{
		denied:         regexp.MustCompile(bad.pattern()),
		allowed:        regexp.MustCompile(good.pattern()),
		deniedAnywhere: regexp.MustCompile(worst.pattern()),
	}
}

// patternsOf returns the regular expressions of the characters of an entry, and of its edges. A
// letter may be repeated more often than it is spelt, never less: with one g more or less it is
// another word.
func patternsOf(entry string) (all []string) {
	const edge = `(?:^|$|[^\pL\pN])`
	if entry[0] != '*' {
		all = append(all, edge)
	}
	for _, r := range strings.Trim(entry, "*") {
		switch {
		case r == ' ':
			all = append(all, `[^\pL\pN]*`)
		case 'a' <= r && r <= 'z':
			all = append(all, "["+string(r)+regexp.QuoteMeta(substitutes[r])+"]+"+string(partSeparator)+"?")
		default:
			all = append(all, regexp.QuoteMeta(string(r)))
		}
	}
	if !strings.HasSuffix(entry, "*") {
		all = append(all, `(?:e?[s5$z]+`+string(partSeparator)+`?)?`+edge)
	}
	return all
}
