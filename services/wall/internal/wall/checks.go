package wall

import (
	"fmt"
	"strings"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
)

// maxTextLength bounds a reason, and an operator's note, in UTF-16 units.
const maxTextLength = 400

// checks gathers what is wrong with the fields of an input.
type checks struct{ fault.Checks }

// wall is a wall that must be named.
func (c *checks) wall(w Wall) {
	if w == "" {
		c.Reject("wall", "Flame or shame, broh?")
	}
}

// handle gives an X handle with its '@'. The text of the refusal is specified.
func (c *checks) handle(s string) string {
	handle, ok := text.ParseHandle(s)
	if !ok {
		c.Reject("xHandle", "Please enter a valid X username")
	}
	return handle
}

// wordFilter gives a text of at most so many UTF-16 units without the white space around it.
func (c *checks) text(name, s string, most int) string {
	s = strings.TrimSpace(s)
	if message := text.DescribeProblem(s, most, fmt.Sprintf("Keep it to %d characters, broh.", most)); message != "" {
		c.Reject(name, message)
		return s
	}
	if text.IsBlank(s) {
		return ""
	}
	return s
}

// requiredText is words that must say something.
func (c *checks) requiredText(name, s string, most int) string {
	s = c.text(name, s, most)
	if s == "" {
		c.Reject(name, "Give a "+name+", broh.")
	}
	return s
}
