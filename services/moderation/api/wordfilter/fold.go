package wordfilter

import (
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// homoglyphs are letters that look like Latin ones and are not in the data of UTS 39, or stand there
// for another letter than the one that they are read as.
var homoglyphs = func() map[rune]rune {
	all := make(map[rune]rune)
	for latin, others := range map[rune]string{
		'a': "аαɑᴀ", 'b': "вβʙ", 'c': "сϲᴄ", 'd': "ԁɗđᴅ", 'e': "еεєəᴇ", 'f': "ꜰƒ", 'g': "ɡɢ", 'h': "һнʜħ", 'i': "іιıɪɩ",
		'j': "јᴊ", 'k': "кκᴋ",
		'l': "ӏłʟ", 'm': "мᴍ", 'n': "пηɴո", 'o': "оοօøᴏ", 'p': "рρᴘ", 'q': "ԛ", 'r': "гʀɾ", 's': "ѕꜱ", 't': "тτᴛŧ",
		'u': "υսᴜ", 'v': "ѵνᴠ",
		'w': "ԝωᴡ", 'x': "хχ", 'y': "уγʏ", 'z': "ᴢʐ",
	} {
		for _, r := range others {
			all[r] = latin
		}
	}
	return all
}()

// enclosedAlphabets are alphabets of 26 symbols that no normalization form covers: in black
// circles, in black boxes, and as halves of flags.
var enclosedAlphabets = []rune{0x1F150, 0x1F170, 0x1F1E6}

// fold returns a text as it is read: small Latin letters without accents, whatever symbols it is
// written with. Digits and punctuation stay; characters without width are removed.
func fold(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			continue
		}
		b.WriteString(readAs(r))
	}
	return b.String()
}

// readAs returns a character as it is read: small Latin letters, or itself in lower case.
func readAs(r rune) string {
	lower := unicode.ToLower(r)
	if r <= unicode.MaxASCII { // the data would make an l of every I, 1 and |
		return string(lower)
	}
	for _, a := range enclosedAlphabets {
		if a <= lower && lower < a+26 {
			return string('a' + lower - a)
		}
	}
	for _, form := range []rune{r, lower} { // a capital may look like another letter than its small one
		if latin := latinLike(form); latin != "" {
			return latin
		}
	}
	return string(lower)
}

// latinLike returns the small Latin letters that a character looks like, a bar where it may be an i
// or an l, or "" for none.
func latinLike(r rune) string {
	if latin, ok := homoglyphs[r]; ok {
		return string(latin)
	}
	var b strings.Builder
	for _, like := range confusable.GetReplacement(r) {
		like = unicode.ToLower(like)
		if latin, ok := homoglyphs[like]; ok {
			like = latin
		}
		switch {
		case like == 'l': // the data has one prototype for what looks like a capital I or a small l
			b.WriteRune('|')
		case 'a' <= like && like <= 'z':
			b.WriteRune(like)
		case !unicode.In(like, unicode.Mn, unicode.Me):
			return ""
		}
	}
	return b.String()
}
