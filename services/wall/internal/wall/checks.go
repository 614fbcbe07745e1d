package wall

import "mcwick.example/platform/text"

// maxTextLength limits a reason, and an operator's note, in UTF-16 units.
const maxTextLength = 400

// checks collects what is wrong with the fields of an input.
type checks struct{ text.Checks }

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
