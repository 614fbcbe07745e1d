package moderation

import (
	"fmt"
	"unicode/utf8"

	"mcwick.example/platform/fault"
)

// The size limits of a request. A text can be as long as the longest text that can be spoken.
const (
	maxTexts     = 16
	maxTextRunes = 2000
)

// Validate reports every text that is too long, and too many texts.
func (in CheckTextsInput) Validate() error {
	var c fault.Checks
	if len(in.Texts) > maxTexts {
		c.Reject("texts", fmt.Sprintf("At most %d at once.", maxTexts))
	}
	for i, t := range in.Texts {
		if utf8.RuneCountInString(t) > maxTextRunes {
			c.Reject(fmt.Sprintf("texts[%d]", i), fmt.Sprintf("At most %d characters.", maxTextRunes))
		}
	}
	return c.Err("TEXTS_INVALID")
}
