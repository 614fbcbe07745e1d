package picture

import (
	"fmt"
	"strings"
	"testing"

	"mcwick.example/mascot"
)

// promptOf is the platform's prompt for a profile picture.
func promptOf(t mascot.Traits, seed uint32) string {
	var b strings.Builder
	b.WriteString("Profile picture. One stubby wax candle; a sticker on a plain background. Base says what its wax is made of. ")
	for _, c := range mascot.Categories() {
		if id := *t.Choice(c.ID); id != "" {
			fmt.Fprintf(&b, "%s: %s. ", c.Label, id)
		}
	}
	fmt.Fprintf(&b, "Variation: %d. Don't place any text in the image.", seed)
	return b.String()
}

func TestReadTraits_understands_every_option(t *testing.T) {
	for _, c := range mascot.Categories() {
		for i, o := range c.Options {
			want := mascot.Traits{Background: "pastel-blue", Flame: "golden", Base: "green"}
			*want.Choice(c.ID) = o.ID
			if got, seed, ok := readTraits(promptOf(want, uint32(i))); !ok || got != want || seed != uint32(i) {
				t.Errorf("%s %s: got %+v, %d, %v", c.ID, o.ID, got, seed, ok)
			}
		}
	}
}

func TestReadTraits_leaves_other_prompts_alone(t *testing.T) {
	for _, p := range []string{
		"", prompt("Profile picture. Base: green. Variation: 1", "a beach", "Anime"), "Profile picture. Base: green.",
		"Profile picture. Variation: -1. x",
	} {
		if got, seed, ok := readTraits(p); ok {
			t.Errorf("%q: got %+v, %d", p, got, seed)
		}
	}
}
