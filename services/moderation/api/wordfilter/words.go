// Package wordfilter finds words that must not be published. The moderation service owns the list;
// every service that stores visitors' texts has a copy in its own process, so that the filter works
// without the moderation service. Texts appear in no log and on no span.
package wordfilter

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed words.txt
var words string

// denied and allowed are the two halves of the list; deniedAnywhere are the words of denied that
// are denied also inside another word.
var denied, deniedAnywhere, allowed = compile(words)

// IsClean reports whether a text has no word of the list, however it is disguised: by case,
// accents, digits for letters, letters of other alphabets, repeated letters, and separators or
// spaces inside a word.
func IsClean(s string) bool {
	folded := fold(s)
	for _, read := range []string{folded, withoutSeparators(folded), joinFragments(folded)} {
		if denied.MatchString(allowed.ReplaceAllString(read, " ")) {
			return false
		}
	}
	return !deniedAnywhere.MatchString(withoutSpaces(allowed.ReplaceAllString(folded, " ")))
}

// withoutSpaces returns the letters of a text, and what can replace one.
func withoutSpaces(s string) string {
	return strings.ReplaceAll(withoutSeparators(s), " ", "")
}

// substitutes are the characters that can replace a letter.
var substitutes = map[rune]string{
	'a': "4@", 'b': "8", 'e': "3", 'g': "69", 'i': "1!|", 'l': "1|", 'o': "0", 's': "5$", 't': "7+", 'u': "v",
	'z': "2",
}

// isWordRune reports whether r may be part of a word: a letter, a digit, a substitute, or a
// separator inside a word.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == partSeparator || strings.ContainsRune("@!|$+", r)
}

// withoutSeparators returns a text without the separators inside words: ki.ck is kick.
func withoutSeparators(s string) string {
	all := strings.Fields(s)
	for i, word := range all {
		all[i] = strings.Map(func(r rune) rune {
			if isWordRune(r) {
				return r
			}
			return -1
		}, word)
	}
	return strings.Join(all, " ")
}

// maxFragment is how many letters a fragment of a word has.
const maxFragment = 2

// shortWords are words that are no fragments of another one: where a text has only these in a row,
// they are read as they stand.
var shortWords = func() map[string]bool {
	all := make(map[string]bool)
	for word := range strings.FieldsSeq("ad ah am an as at ax be bi by do eh em en ex go ha he hi ho id if in is it me " +
		"mr ms my no of oh ok on or ow ox pi re sh so to tv uh um up us vs we ya ye yo gm gn") {
		all[word] = true
	}
	return all
}()

// joinFragments returns a text in which fragments in a row, of one or two letters each, are joined
// to one word: k i ck is kick, and to be or is what it is.
func joinFragments(s string) string {
	var b strings.Builder
	var run []string
	end := func() {
		separator := " "
		if slices.ContainsFunc(run, func(fragment string) bool { return !shortWords[fragment] }) {
			separator = ""
		}
		b.WriteString(" " + strings.Join(run, separator))
		run = run[:0]
	}
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return !isWordRune(r) }) {
		if utf8.RuneCountInString(word) <= maxFragment {
			run = append(run, word)
			continue
		}
		end()
		b.WriteString(" " + word)
	}
	end()
	return b.String()
}

// compile parses the list.
func compile(list string) (harm, anywhere, harmless *regexp.Regexp) {
	var bad, worst, good []string
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '!':
			good = append(good, patternOf(line[1:]))
		default:
			bad = append(bad, patternOf(line))
			if strings.HasPrefix(line, "*") && strings.HasSuffix(line, "*") {
				worst = append(worst, patternOf(line))
			}
		}
	}
	join := func(all []string) *regexp.Regexp { return regexp.MustCompile(strings.Join(all, "|")) }
	return join(bad), join(worst), join(good)
}

// patternOf returns the regular expression of one entry. A letter may be repeated more often than
// it is spelt, never less: with one g more or less it is another word.
func patternOf(entry string) string {
	const edge = `(?:^|$|[^\pL\pN])`
	var b strings.Builder
	if entry[0] != '*' {
		b.WriteString(edge)
	}
	for _, r := range strings.Trim(entry, "*") {
		if r == ' ' {
			b.WriteString(`[^\pL\pN]*`)
			continue
		}
		b.WriteString("[" + string(r) + regexp.QuoteMeta(substitutes[r]) + "]")
	}
	if !strings.HasSuffix(entry, "*") {
		b.WriteString(`(?:e?[s5$z])?` + edge)
	}
	return letterPattern.ReplaceAllString(b.String(), "$0+"+string(partSeparator)+"?")
}

// letterPattern matches one letter of a pattern.
var letterPattern = regexp.MustCompile(`\[[a-z][^\]]*\]`)
