// Package wordfilter finds words that must not be published. The moderation service owns the list;
// every service that stores visitors' texts has a copy in its own process, so that the filter works
// without the moderation service. Texts appear in no log and on no span.
package wordfilter

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed words.txt
var words string

// wordList is the list, compiled.
type wordList struct {
	denied, allowed *regexp.Regexp // its two halves
	deniedAnywhere  *regexp.Regexp // the words of denied that are denied also inside another word
}

// list is compiled once it is needed: it takes a core 0.1 s, which programs that check no text, such as migrations,
// need not spend.
var list = sync.OnceValue(func() wordList { return compile(words) })

// IsClean reports whether a text has no word of the list, however it is disguised: by case,
// accents, digits for letters, letters of other alphabets, repeated letters, and separators or
// spaces inside a word.
func IsClean(s string) bool {
	l := list()
	folded := l.allowed.ReplaceAllString(fold(s), " ") // first: without its apostrophe who're is another word
	if hasWord(l.denied, folded) {
		return false
	}
	for _, read := range []string{withoutSeparators(folded), joinFragments(folded)} {
		if hasWord(l.denied, l.allowed.ReplaceAllString(read, " ")) {
			return false
		}
	}
	return !hasWordOverSpaces(l.deniedAnywhere, withoutSeparators(folded))
}

// hasWord reports whether a text has a word of a list. Inside a longer word it is none if most of it
// are digits: Martin1994 has a year.
func hasWord(list *regexp.Regexp, s string) bool {
	return slices.ContainsFunc(list.FindAllStringIndex(s, -1), func(at []int) bool {
		return isEdge(s, at[0]) && isEdge(s, at[1]) || !isMostlyDigits(s[at[0]:at[1]])
	})
}

// hasWordOverSpaces reports whether words in a row are a word of a list when they are read as one. It
// is none if most of it are digits and it begins or ends inside one of them, as in "born in 1994", nor
// if it does both and has a whole one between, as in "gemini gg agents".
func hasWordOverSpaces(list *regexp.Regexp, s string) bool {
	var joined strings.Builder
	var starts []int // of the words
	for word := range strings.FieldsSeq(s) {
		starts = append(starts, joined.Len())
		joined.WriteString(word)
	}
	read := joined.String()
	return slices.ContainsFunc(list.FindAllStringIndex(read, -1), func(at []int) bool {
		first, isStart := slices.BinarySearch(starts, at[0])
		last, isEnd := slices.BinarySearch(starts, at[1])
		begins, ends := isStart || isEdge(read, at[0]), isEnd || isEdge(read, at[1])
		switch {
		case begins && ends:
			return true
		case !begins && !ends && last-first > 1:
			return false
		}
		return !isMostlyDigits(read[at[0]:at[1]])
	})
}

// isEdge reports whether a word may begin or end at an index of a text.
func isEdge(s string, i int) bool {
	isInWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i:])
	return !isInWord(before) || !isInWord(after)
}

// isMostlyDigits reports whether more than half of the characters of a word are digits.
func isMostlyDigits(s string) bool {
	digits, all := 0, 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
		if isWordRune(r) && r != partSeparator {
			all++
		}
	}
	return 2*digits > all
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
		if slices.ContainsFunc(run, func(fragment string) bool { return !shortWords[fragment] }) {
			b.WriteString(" " + strings.Join(joinRun(run), " "))
		} else {
			b.WriteString(" " + strings.Join(run, " "))
		}
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

// maxDropped is how many words in front of a disguised word, and behind it, are left off.
const maxDropped = 3

// joinRun returns the words that fragments in a row may be: all of them as one, and without the
// short words that they begin and end with, as is and a of: he is a k i ck.
func joinRun(run []string) (all []string) {
	isShortWord := func(s string) bool { return shortWords[s] || slices.Contains([]string{"a", "i", "u", "r"}, s) }
	for first := 0; first <= min(maxDropped, len(run)-1); first++ {
		for dropped := 0; dropped <= min(maxDropped, len(run)-first-1); dropped++ {
			last := len(run) - dropped
			all = append(all, strings.Join(run[first:last], ""))
			if !isShortWord(run[last-1]) {
				break
			}
		}
		if !isShortWord(run[first]) {
			break
		}
	}
	return all
}
