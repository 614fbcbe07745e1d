// Package story tells short stories in the mascot's voice: a grammar for each genre, words of what
// was asked for, and chance.
package story

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// genre is five stages of a story, each with its ways to tell it. Any way through is 80 to 140
// words.
type genre [5][]string

// slots are what a way may leave open, beside {about}.
var slots = map[string][]string{
	"{who}":   {"old Waxworth", "the night trader", "my cousin Drip", "a nervous moderator", "the last bull"},
	"{place}": {"the trading floor", "a candle shop", "the back of the exchange", "the liquidity pool", "my own shelf"},
	"{thing}": {"green candle", "ledger", "hardware wallet", "match box", "golden wick"},
	"{hour}":  {"midnight", "three in the morning", "the market's close", "the last block"},
	"{rug}":   {"the ruggers", "a red candle", "a smooth-talking whale", "a bot with cold hands"},
}

var slotNames = []string{"{who}", "{place}", "{thing}", "{hour}", "{rug}"}

// genres are found by the word in the system prompt, the longest known ones first.
var genres = []struct {
	name string
	genre
}{{"horror", horror}, {"thriller", thriller}, {"love stor", romance}, {"romance", romance}, {"comed", comedy}}

// Write returns a story for a system prompt and a user's message. An unknown genre becomes a
// comedy, as most plans do.
func Write(system, message string) string {
	story, lower := comedy, strings.ToLower(system)
	for _, g := range genres {
		if strings.Contains(lower, g.name) {
			story = g.genre
			break
		}
	}
	about := subject(message)
	var b strings.Builder
	for _, ways := range story {
		way := strings.ReplaceAll(ways[rand.IntN(len(ways))], "{about}", about)
		for _, slot := range slotNames {
			way = strings.ReplaceAll(way, slot, slots[slot][rand.IntN(len(slots[slot]))])
		}
		b.WriteString(way)
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

// The subject is at most so many words and letters a word, so that a story keeps its length.
const (
	maxSubject       = 5
	maxSubjectLength = 20
)

// subject is the words of a text that a story may repeat: letters and digits, no sentence's end,
// nothing that a reader could take for anything but words.
func subject(message string) string {
	var words []string
	for _, w := range strings.Fields(message) {
		w = strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '-' {
				return r
			}
			return -1
		}, w)
		if r := []rune(w); len(r) > maxSubjectLength {
			w = string(r[:maxSubjectLength])
		}
		// "story time" is the one thing that no script may say, and "a history timeline" says it, too.
		if w != "" && !strings.HasPrefix(strings.ToLower(w), "time") && len(words) < maxSubject {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return "a very small flame"
	}
	return strings.Join(words, " ")
}
