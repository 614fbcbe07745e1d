package generation

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
)

// The bounds of a script: 30 to 60 seconds at 150 words a minute.
const (
	minSentences   = 3
	minWords       = 75
	maxWords       = 150
	maxScript      = 2000 // UTF-16 code units, as much as a speech; words of that length are none
	wordsPerMinute = 150
)

// What a script may break, in the order in which it is looked at. Visitors do not read these; the provider does, when it is
// asked again.
var (
	errEmpty        = newScriptError("Script cannot be empty")
	errStoryTime    = newScriptError(`Script should not include "story time" intro`)
	errFewSentences = newScriptError("Script must have at least 3 sentences")
	errFewWords     = newScriptError("Script must be at least 75 words for 30 seconds")
	errManyWords    = newScriptError("Script must be at most 150 words for 60 seconds")
	errCut          = newScriptError("Script was cut off before its end")

	errBroken = newScriptError("Script breaks a rule") // is each of them
)

func newScriptError(rule string) *fault.Error {
	return fault.New(fault.KindInvalid, "SCRIPT_BROKEN", rule)
}

// Draft is a script while it is written. It counts as it reads, so that looking at the rules costs the same after each piece.
type Draft struct {
	text         strings.Builder
	units        int
	words        int
	sentences    int
	matched      int // how much of storyTime the last characters are
	hasStoryTime bool

	inWord, inSentence bool
	isCut              bool // the provider stopped before the end
}

// storyTime is what no script may say, in lower case.
const storyTime = "story time"

// Add reads the next piece. It is a fault as soon as a rule is broken that nothing that follows can mend.
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
	if d.units += utf16.RuneLen(r); d.units <= maxScript { // no more is ever kept or sent back, however long a piece is
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
	switch lower := byte(unicode.ToLower(r) & 0x7f); { // nothing of storyTime repeats its beginning
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

// Check looks at the whole script by the specification's rules and in its order; nil when it may be used.
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

// Text is what was read, without the space around it and without what shows nothing.
func (d *Draft) Text() string {
	plain := func(r rune) rune {
		if !text.IsPlain(string(r)) {
			return ' '
		}
		return r
	}
	return strings.TrimSpace(strings.Map(plain, d.text.String()))
}

// Seconds is how long it takes to say, rounded up.
func (d *Draft) Seconds() int { return (d.words*60 + wordsPerMinute - 1) / wordsPerMinute }
