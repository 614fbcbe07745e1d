package speech

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Cue is a time in the audio's tag at which its text begins.
type Cue struct {
	Text  string
	Start time.Duration
}

// alignToCues finds each cue in the text, after the previous one; so a cue of two words, or a
// missing one, shifts no other word. Words without a cue share the time between their neighbors. ok
// is false when the cues are not those of this text: fewer than half of the words have one, or the
// times run backwards or beyond the sound.
func alignToCues(words []string, cues []Cue, length time.Duration) (starts []time.Duration, ok bool) {
	text, places := lower(words)
	starts = make([]time.Duration, len(words))
	known := make([]bool, len(words))
	found, at, word, last := 0, 0, 0, time.Duration(0)
	for _, c := range cues {
		if c.Start < last || c.Start > length {
			return nil, false
		}
		last = c.Start
		said := strings.ToLower(strings.TrimSpace(c.Text))
		i := strings.Index(text[at:], said)
		if said == "" || i < 0 {
			continue
		}
		for word+1 < len(words) && places[word+1] <= at+i {
			word++
		}
		at += i + len(said)
		if !known[word] {
			starts[word], known[word] = c.Start, true
			found++
		}
	}
	if found*2 < len(words) {
		return nil, false
	}
	fill(words, starts, known, length)
	return starts, true
}

// lower joins the words in lower case, and returns where each begins.
func lower(words []string) (text string, places []int) {
	var b strings.Builder
	for _, w := range words {
		places = append(places, b.Len())
		b.WriteString(strings.ToLower(w))
		b.WriteByte(' ')
	}
	return b.String(), places
}

// fill spreads each run of words without a time over the time between its neighbors, by their
// lengths.
func fill(words []string, starts []time.Duration, known []bool, length time.Duration) {
	for from := 0; from < len(words); {
		to := from + 1
		for to < len(words) && !known[to] {
			to++
		}
		end := length
		if to < len(words) {
			end = starts[to]
		}
		share(words[from:to], starts[from], end, starts[from:to]) // the first one's start stays
		from = to
	}
}

// Groups cuts words into captions of at most n words, which end where the voice pauses and fit, as far
// as a single word does.
func Groups(words []Word, n int, fits func(group []Word) bool) (groups [][]Word) {
	from := 0
	for i, w := range words {
		if i > from && !fits(words[from:i+1]) {
			groups, from = append(groups, words[from:i]), i
		}
		if i+1-from == n || EndsPhrase(w.Text) {
			groups, from = append(groups, words[from:i+1]), i+1
		}
	}
	if from < len(words) {
		groups = append(groups, words[from:])
	}
	return groups
}

// haveLetters returns whether words have at most so many letters, with a space after each.
func haveLetters(most int) func(words []Word) bool {
	return func(words []Word) bool {
		letters := 0
		for _, w := range words {
			letters += utf8.RuneCountInString(w.Text) + 1
		}
		return letters <= most
	}
}
