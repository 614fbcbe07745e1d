package generation

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
)

// The limits of a script: 30 to 60 seconds at 150 words a minute.
const (
	minSentences   = 3
	minWords       = 75
	maxWords       = 150
	maxScript      = 2000 // UTF-16 code units, the limit of speech; longer text has too long words
	wordsPerMinute = 150
)

// The errors of a script, in the order in which they are checked. Visitors do not read these; the
// provider does, in the next attempt.
var (
	errEmpty        = newScriptError("Script cannot be empty")
	errStoryTime    = newScriptError(`Script should not include "story time" intro`)
	errFewSentences = newScriptError("Script must have at least 3 sentences")
	errFewWords     = newScriptError("Script must be at least 75 words for 30 seconds")
	errManyWords    = newScriptError("Script must be at most 150 words for 60 seconds")
	errCut          = newScriptError("Script was cut off before its end")

	errBroken = newScriptError("Script breaks a rule") // matches any of them
)

func newScriptError(rule string) *fault.Error {
	return fault.New(fault.KindInvalid, "SCRIPT_BROKEN", rule)
}

// Draft is a script while it is being streamed. It counts while it reads, so that checking the
// rules costs the same after each piece.
type Draft struct {
	text         strings.Builder
	units        int
	words        int
	sentences    int
	matched      int // how much of storyTime the last characters match
	hasStoryTime bool

	inWord, inSentence bool
	isCut              bool // the provider stopped before the end
}

// storyTime is a phrase that no script may contain, in lower case.
const storyTime = "story time"

// Add reads the next piece. It returns an error as soon as a rule is broken that no continuation
// can repair.
func (d *Draft) Add(piece string) error {
	for _, r := range piece {
		d.addRune(r)
	}
	switch {
	case d.hasStoryTime:
		return errStoryTime
	case d.words > maxWords || d.units > maxScript:
		return errManyWords
	}
	return nil
}

func (d *Draft) addRune(r rune) {
	// no more is ever stored or sent back, however long a piece is
	if d.units += utf16.RuneLen(r); d.units <= maxScript {
		d.text.WriteRune(r)
	}
	space, stop := unicode.IsSpace(r), r == '.' || r == '!' || r == '?'
	if !space && !d.inWord {
		d.words++
	}
	d.inWord = !space
	switch {
	case stop:
		d.inSentence = false
	case !space && !d.inSentence:
		d.sentences++
		d.inSentence = true
	}
	switch lower := byte(unicode.ToLower(r) & 0x7f); { // no part of storyTime repeats its beginning
	case r > unicode.MaxASCII:
		d.matched = 0
	case lower == storyTime[d.matched]:
		d.matched++
	case lower == storyTime[0]:
		d.matched = 1
	default:
		d.matched = 0
	}
	if d.matched == len(storyTime) {
		d.hasStoryTime, d.matched = true, 0
	}
}

// Check checks the whole script by the specification's rules and in its order; nil when it is
// valid.
func (d *Draft) Check() *fault.Error {
	switch {
	case d.words == 0:
		return errEmpty
	case d.hasStoryTime:
		return errStoryTime
	case d.isCut:
		return errCut
	case d.sentences < minSentences:
		return errFewSentences
	case d.words < minWords:
		return errFewWords
	case d.words > maxWords, d.units > maxScript:
		return errManyWords
	}
	return nil
}

// Text returns the script, trimmed and without invisible characters.
func (d *Draft) Text() string {
	plain := func(r rune) rune {
		if !text.IsPlain(string(r)) {
			return ' '
		}
		return r
	}
	return strings.TrimSpace(strings.Map(plain, d.text.String()))
}

// Seconds is how long it takes to speak, rounded up.
func (d *Draft) Seconds() int { return (d.words*60 + wordsPerMinute - 1) / wordsPerMinute }
