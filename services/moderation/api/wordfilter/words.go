// Package wordfilter finds words that must not be published. The moderation service owns the list;
// every service that stores visitors' texts has a copy in its own process, so that the filter works
// without the moderation service. Texts appear in no log and on no span.
package wordfilter

import (
	_ "embed"
	"regexp"
	"strings"
	"unicode"
)

//go:embed words.txt
var words string

// denied and allowed are the two halves of the list.
var denied, allowed = compile(words)

// IsClean reports whether a text has no word of the list, however it is disguised: by case,
// accents, digits for letters, letters of other alphabets, repeated letters, and separators inside
// a word.
func IsClean(s string) bool {
	folded := fold(s)
	for _, read := range []string{folded, withoutSeparators(folded), joinSpelledLetters(folded)} {
		if denied.MatchString(allowed.ReplaceAllString(read, " ")) {
			return false
		}
	}
	return true
}

// substitutes are the characters that can replace a letter.
var substitutes = map[rune]string{
	'a': "4@", 'b': "8", 'e': "3", 'g': "69", 'i': "1!|", 'l': "1|", 'o': "0", 's': "5$", 't': "7+", 'z': "2",
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

// joinSpelledLetters returns a text in which single letters in a row are joined to one word: k i c
// k is kick.
func joinSpelledLetters(s string) string {
	var b strings.Builder
	single := false
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return !isWordRune(r) }) {
		one := len([]rune(word)) == 1
		if !one || !single {
			b.WriteByte(' ')
		}
		single = one
		b.WriteString(word)
	}
	return b.String()
}

// compile parses the list.
func compile(list string) (harm, harmless *regexp.Regexp) {
	var bad, good []string
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '!':
			good = append(good, patternOf(line[1:]))
		default:
			bad = append(bad, patternOf(line))
		}
	}
	return regexp.MustCompile(strings.Join(bad, "|")), regexp.MustCompile(strings.Join(good, "|"))
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
			b.WriteString(`[^\pL\pN]+`)
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
