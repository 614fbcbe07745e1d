package wordfilter

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// topLevel are the ends of host names that drainers and scams use, and those that people write. A
// name under another one is not found: "moon.The" is two sentences.
const topLevel = `com|net|org|io|xyz|app|fun|finance|fi|ai|gg|co|link|site|online|live|club|top|info|dev|eth|sol|` +
	`money|cash|exchange|network|world|vip|pro|lol|wtf|ru|cn|tk|ly|cc|biz|shop|store|page|space|website|click|digital|trade`

var (
	// scheme is how an address begins, also with the letters that people replace. Japanese laughter ends in www.
	scheme = regexp.MustCompile(`\b(?:https?|hxxps?|ipfs|wss?)\s?:\s?/\s?/|` +
		`\bwww\s?\.\s?[a-z0-9]|(?:^|[^\pL\pN])www\s?\.\s?[\pL\pN]|\bt\s?\.\s?me\s?/`)
	// hostName is a name with a known end: wick.fun, claim.wick.fun/now, wick(dot)fun, wick [.] fun.
	hostName = regexp.MustCompile(
		`[\pL\pN][\pL\pN-]*\pL[\pL\pN-]*(?:\.|\s?[\[({]\s?(?:\.|dot)\s?[\])}]\s?|\sdot\s)(?:` + topLevel + `)(?:$|[^\pL\pN-])`)
	dotOfNoName   = regexp.MustCompile(`\bpolka dot\b|\bdot com (?:bubble|boom|crash|era)\b`)
	evmAddress    = regexp.MustCompile(`(?i)\b0x[0-9a-f]{40}\b`)
	base58Address = regexp.MustCompile(`[1-9A-HJ-NP-Za-km-z]{32,44}`)
	word          = regexp.MustCompile(`[\pL\pN]+`)
)

// HasLink reports whether a text leads elsewhere: by a link, a host name, or the address of a
// contract or an account. An official card that does would be taken for advice.
func HasLink(s string) bool {
	read := strings.Map(readInAddress, norm.NFKC.String(s))
	lower := dotOfNoName.ReplaceAllString(strings.ToLower(read), "")
	if scheme.MatchString(lower) || hostName.MatchString(lower) || evmAddress.MatchString(lower) {
		return true
	}
	for _, candidate := range word.FindAllString(read, -1) {
		if base58Address.FindString(candidate) == candidate && isMixed(candidate) {
			return true
		}
	}
	return false
}

// readInAddress returns a character as it is read in an address, -1 for one that is not seen.
// Browsers take the ideographic full stop for a dot.
func readInAddress(r rune) rune {
	switch {
	case r == '\u3002':
		return '.'
	case unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
		return -1
	}
	return r
}

// isMixed reports whether a word has digits, capitals and small letters, as random ones of 32
// characters have, and cries and words do not.
func isMixed(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) && strings.ContainsFunc(s, unicode.IsUpper) &&
		strings.ContainsFunc(s, unicode.IsLower)
}
