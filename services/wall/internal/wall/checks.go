package wall

import (
	"fmt"
	"strings"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
)

// maxWords bounds a reason, and an operator's note, in UTF-16 units.
const maxWords = 400

// checks gathers what is wrong with the fields of an input.
type checks struct{ fields []fault.Field }

func (c *checks) refuse(name, message string) {
	c.fields = append(c.fields, fault.Field{Name: name, Message: message})
}

// wall is a wall that must be named.
func (c *checks) wall(w Wall) {
	if w == "" {
		c.refuse("wall", "Flame or shame, broh?")
	}
}

// handle gives an X handle with its '@'. The text of the refusal is specified.
func (c *checks) handle(s string) string {
	handle, ok := text.Handle(s)
	if !ok {
		c.refuse("xHandle", "Please enter a valid X username")
	}
	return handle
}

// words gives a text of at most so many UTF-16 units without the white space around it.
func (c *checks) words(name, s string, most int) string {
	s = strings.TrimSpace(s)
	if message := text.Refusal(s, most, fmt.Sprintf("Keep it to %d characters, broh.", most)); message != "" {
		c.refuse(name, message)
		return s
	}
	if text.Blank(s) {
		return ""
	}
	return s
}

// required is words that must say something.
func (c *checks) required(name, s string, most int) string {
	s = c.words(name, s, most)
	if s == "" {
		c.refuse(name, "Give a "+name+", broh.")
	}
	return s
}

// err reports every bad field at once, or nil.
func (c *checks) err(reason string) error { return fault.Invalid(reason, c.fields...) }
