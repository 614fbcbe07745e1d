package openai

import (
	"regexp"
	"strconv"
)

// mark is what a test asks for in a prompt: [demo:500], [demo:hang:3] with an argument,
// [demo:503@demo-image] of one model only. A mark in the prompt reaches the provider through every
// layer of the platform, which a header or a switch would not.
type mark struct {
	name     string // empty for none
	argument int    // 0 for none
}

var markPattern = regexp.MustCompile(`\[demo:([a-z0-9]+)(?::([0-9]{1,3}))?(?:@([a-z0-9.-]+))?\]`)

// markIn gives the first mark of a text that is meant for a model.
func (h *handler) markIn(text string, m *model) mark {
	if !h.faults {
		return mark{}
	}
	for _, found := range markPattern.FindAllStringSubmatch(text, -1) {
		if found[3] == "" || found[3] == m.name {
			argument, _ := strconv.Atoi(found[2]) // digits or nothing
			return mark{found[1], argument}
		}
	}
	return mark{}
}

// withoutMarks is what is left to be said, or to be written about.
func (h *handler) withoutMarks(text string) string {
	if !h.faults {
		return text
	}
	return markPattern.ReplaceAllString(text, "")
}
