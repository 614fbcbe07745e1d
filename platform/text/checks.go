package text

import (
	"fmt"
	"strings"

	"mcwick.example/platform/fault"
)

// Checks gathers what is wrong with the fields of an input, some of which are texts.
type Checks struct{ fault.Checks }

// Note returns a trimmed text of at most so many UTF-16 units that may be blank.
func (c *Checks) Note(name, s string, most int) string {
	s = strings.TrimSpace(s)
	if message := DescribeProblem(s, most, fmt.Sprintf("Keep it to %d characters, broh.", most)); message != "" {
		c.Reject(name, message)
		return s
	}
	if IsBlank(s) {
		return ""
	}
	return s
}

// RequiredNote is Note for a text that must not be blank.
func (c *Checks) RequiredNote(name, s string, most int) string {
	if s = c.Note(name, s, most); s == "" {
		c.Reject(name, "Give a "+name+", broh.")
	}
	return s
}
