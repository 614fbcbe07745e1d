package gallery

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxWord limits a word, in characters: what is longer is found by its beginning.
const maxWord = 40

// singleWords are the scripts that put no space between words: each of their characters is a word.
var singleWords = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// Words returns the words of a text as searches compare them, in order: runs of letters and digits
// without case and accents, and emojis. A word has nothing else, whatever the text is.
func Words(s string) (words []string) {
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, string(word[:min(len(word), maxWord)]))
		}
		word = nil
	}
	for _, r := range normalize(s) {
		isPart := unicode.IsLetter(r) || unicode.IsNumber(r)
		switch {
		case isPart && !unicode.In(r, singleWords...):
			word = append(word, r)
		case isPart, unicode.Is(unicode.So, r):
			end()
			words = append(words, string(r))
		default:
			end()
		}
	}
	end()
	return words
}

// normalize removes case, accents and the differences between forms of one letter.
func normalize(s string) string {
	decomposed := norm.NFKD.String(strings.ToLower(strings.ToValidUTF8(s, " ")))
	plain := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Mn, unicode.Cf) {
			return -1
		}
		return unicode.ToLower(r)
	}, decomposed)
	return norm.NFC.String(plain)
}

// SearchWords returns the words by which a picture is found, each once, in order: those of its
// caption, its scene and its author, who is the handle of a public profile, or else the signature
// of no account.
func SearchWords(caption, scene, author string) []string {
	words := slices.Concat(Words(caption), Words(scene), Words(author))
	slices.Sort(words)
	return slices.Compact(words)
}
