package picture

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"mcwick.example/mascot"
)

// asked is the platform's prompt for a profile picture.
func asked(t mascot.Traits, seed uint32) string {
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
			if got, seed, ok := readTraits(asked(want, uint32(i))); !ok || got != want || seed != uint32(i) {
				t.Errorf("%s %s: got %+v, %d, %v", c.ID, o.ID, got, seed, ok)
			}
		}
	}
}

func TestReadTraits_leaves_other_prompts_alone(t *testing.T) {
	for _, p := range []string{
		"", prompt("Profile picture. Base: green. Variation: 1", "a beach", "Anime"), "Profile picture. Base: green.", "Profile picture. Variation: -1. x",
	} {
		if got, seed, ok := readTraits(p); ok {
			t.Errorf("%q: got %+v, %d", p, got, seed)
		}
	}
}

func TestPaint_draws_the_same_traits_and_seed_as_the_same_bytes(t *testing.T) {
	painter, err := NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	painter.edge = 256
	paint := func(traits mascot.Traits, seed uint32) []byte {
		picture, err := painter.Paint(t.Context(), asked(traits, seed))
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	king := mascot.Traits{Background: "pastel-peach", Flame: "orange", Base: "golden", Headwear: "crown", Expression: "happy-trader"}
	first := paint(king, 7)
	if !bytes.Equal(first, paint(king, 7)) {
		t.Error("the same traits and seed gave two pictures")
	}
	if bytes.Equal(first, paint(king, 8)) {
		t.Error("another seed gave the same picture")
	}
	for _, c := range mascot.Categories() {
		other := king
		if *other.Choice(c.ID) = c.Options[1].ID; *other.Choice(c.ID) == *king.Choice(c.ID) {
			*other.Choice(c.ID) = c.Options[0].ID
		}
		if bytes.Equal(first, paint(other, 7)) {
			t.Errorf("another %s gave the same picture", c.ID)
		}
	}
}

// BenchmarkPaintPFP is a full set of traits at 1024 pixels, with the start of the rasteriser.
func BenchmarkPaintPFP(b *testing.B) {
	painter, err := NewPainter()
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		var t mascot.Traits
		for i, c := range mascot.Categories() {
			*t.Choice(c.ID) = c.Options[(n+i)%len(c.Options)].ID
		}
		if _, err := painter.Paint(b.Context(), asked(t, uint32(n))); err != nil {
			b.Fatal(err)
		}
		n++
	}
}
