// Package speech computes when each word of a text is spoken: from the times in the audio's tag,
// else from its silences, else from the lengths of the words. It works on samples and texts;
// decoding is done elsewhere.
package speech

import (
	"strings"
	"time"
	"unicode/utf8"
)

// Word is a word of a text and when it is spoken, from the beginning of the sound. Words do not
// overlap: none ends after the next one begins.
type Word struct {
	Text  string        `json:"text"` // with its punctuation
	Start time.Duration `json:"start"`
	End   time.Duration `json:"end"`
}

// Words times the words of a text. cues are the times of the audio's tag, silences its pauses, and
// length its length.
func Words(text string, cues []Cue, silences []Silence, length time.Duration) []Word {
	words := strings.Fields(text)
	starts, ok := alignToCues(words, cues, length)
	if !ok {
		starts = alignToSilences(words, silences, length)
	}
	out := make([]Word, len(words))
	for i, text := range words {
		end := length
		if i+1 < len(words) {
			end = starts[i+1]
		}
		out[i] = Word{Text: text, Start: starts[i], End: beforeSilence(starts[i], end, silences)}
	}
	return out
}

// beforeSilence returns where a word ends that would reach to end: at the beginning of the last
// silence before that, if the word has begun.
func beforeSilence(start, end time.Duration, silences []Silence) time.Duration {
	for _, s := range silences {
		if s.Start > start && s.Start < end && s.End+longestRest >= end {
			return s.Start
		}
	}
	return end
}

// longestRest is how long after the end of a silence the next word may begin, so that the silence
// still separates the two.
const longestRest = 150 * time.Millisecond

// The time of a word besides its letters, and of the pauses after punctuation, in units of about a
// letter. Short words are swallowed, and the last one before a pause is drawn out.
const (
	ofAnyWord   = 2
	ofShortWord = 1
	ofLastWord  = 2
	ofSentence  = 9
	ofComma     = 4.5

	shortWord = 3 // letters
)

// spoken returns how long a word takes, without the pause after it.
func spoken(word string) float64 {
	letters := float64(utf8.RuneCountInString(word))
	switch {
	case EndsPhrase(word):
		return letters + ofAnyWord + ofLastWord
	case letters <= shortWord:
		return letters + ofShortWord
	default:
		return letters + ofAnyWord
	}
}

// pause returns how long the silence after a word is.
func pause(word string) float64 {
	switch bare := strings.TrimRight(word, `"'”’)]`); {
	case strings.HasSuffix(bare, "."), strings.HasSuffix(bare, "!"), strings.HasSuffix(bare, "?"),
		strings.HasSuffix(bare, "…"):
		return ofSentence
	case strings.HasSuffix(bare, ","), strings.HasSuffix(bare, ";"), strings.HasSuffix(bare, ":"),
		strings.HasSuffix(bare, "-"), strings.HasSuffix(bare, "—"), strings.HasSuffix(bare, "–"):
		return ofComma
	default:
		return 0
	}
}

// EndsPhrase reports whether a voice pauses after the word.
func EndsPhrase(word string) bool { return pause(word) > 0 }
