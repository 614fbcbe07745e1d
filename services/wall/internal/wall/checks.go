package wall

import (
	"fmt"
	"strings"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
)

// maxTextLength limits a reason, and an operator's note, in UTF-16 units.
const maxTextLength = 400

// checks collects what is wrong with the fields of an input.
type checks struct{ fault.Checks }

// wall checks a wall, which must be set.
func (c *checks) wall(w Wall) {
	if w == "" {
		c.Reject("wall", "Flame or shame, broh?")
	}
}

// handle returns an X handle with its '@'. The text of its error is specified.
func (c *checks) handle(s string) string {
	handle, ok := text.ParseHandle(s)
	if !ok {
		c.Reject("xHandle", "Please enter a valid X username")
	}
	return handle
}

// text returns a trimmed text of limited length in UTF-16 units.
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

// requiredText returns a trimmed text that must not be blank.
func (c *checks) requiredText(name, s string, most int) string {
	s = c.text(name, s, most)
	if s == "" {
		c.Reject(name, "Give a "+name+", broh.")
	}
	return s
}
