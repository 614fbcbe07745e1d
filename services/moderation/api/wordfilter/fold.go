package wordfilter

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// homoglyphs are letters of other alphabets that look like Latin ones.
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
		r = unicode.ToLower(r)
		if latin, ok := homoglyphs[r]; ok {
			r = latin
		}
		for _, a := range enclosedAlphabets {
			if a <= r && r < a+26 {
				r = 'a' + r - a
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}
