package picture

import (
	"strconv"
	"strings"

	"mcwick.example/mascot"
)

// readTraits takes a prompt of the form "Profile picture. <whom>. <category's label>: <option's
// id>. … Variation: <seed>. …" apart. ok is false for any other prompt.
func readTraits(prompt string) (t mascot.Traits, seed uint32, ok bool) {
	rest, ok := strings.CutPrefix(prompt, "Profile picture. ")
	if !ok {
		return t, 0, false
	}
	said := map[string]string{}
	for sentence := range strings.SplitSeq(rest, ". ") {
		if label, value, ok := strings.Cut(sentence, ": "); ok {
			said[label] = value
		}
	}
	for _, c := range mascot.Categories() {
		*t.Choice(c.ID) = said[c.Label]
	}
	number, err := strconv.ParseUint(said["Variation"], 10, 32)
	return t, uint32(number), err == nil
}
