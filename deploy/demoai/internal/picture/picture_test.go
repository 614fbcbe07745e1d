package picture

import (
	"bytes"
	"image/png"
	"testing"

	"mcwick.example/mascot/composer"
)

func prompt(action, scene, style string) string {
	return "A green wax candle with a golden flame. Action: " + action + ". Scene: " + scene + ". Style: " + style +
		", high quality. Don't place any text in the image."
}

const flavor = ", high quality. Don't place any text in the image."

func TestScene_reads_the_prompt(t *testing.T) {
	for text, want := range map[string]composer.Scene{
		prompt("napping", "a beach at noon", "Anime"): {Action: "napping", Scene: "a beach at noon", Style: "Anime" +
			flavor},
		prompt("said. Action: no. Scene: the moon. Style: Anime, no", "stormy sea", "Watercolor"): {
			Action: "said. Action: no. Scene: the moon. Style: Anime, no", Scene: "stormy sea", Style: "Watercolor" +
				flavor,
		},
		"an anime candle on the beach": {Action: "an anime candle on the beach", Scene: "an anime candle on the beach",
			Style: "an anime candle on the beach"},
		"": {},
	} {
		want.Variation = 5
		got := scene(text, 5)
		if got.Seed == 0 {
			t.Errorf("%q: no seed", text)
		}
		want.Seed = got.Seed
		if got != want {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestScene_is_seeded_by_the_whole_prompt(t *testing.T) {
	if scene("A candle. Action: a. Scene: b. Style: c", 1).Seed == scene("A wick. Action: a. Scene: b. Style: c",
		1).Seed {
		t.Error("two prompts have one seed")
	}
	// as ever, so that the pictures stay what they were
	if got := scene("an anime candle on the beach", 1).Seed; got != 0x6ea1d854361a1ab0 {
		t.Errorf("the seed is %#x", got)
	}
}

func TestPaint_draws_scenes_and_portraits(t *testing.T) {
	painter := newPainter(t)
	for _, text := range []string{prompt("waving", "a beach", "Anime"),
		"Profile picture. Base: green. Variation: 1. x"} {
		data, err := painter.Paint(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || m.Width != 1024 || m.Height != 1024 {
			t.Errorf("%s: %d × %d, %v", text, m.Width, m.Height, err)
		}
	}
}

func TestPaint_draws_another_picture_the_next_time(t *testing.T) {
	painter, text := newPainter(t), prompt("waving", "a beach", "Anime")
	first, err := painter.Paint(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := painter.Paint(t.Context(), text); err != nil || bytes.Equal(first, second) {
		t.Errorf("the same picture, %v", err)
	}
}

func newPainter(t *testing.T) *Painter {
	t.Helper()
	c, err := composer.New()
	if err != nil {
		t.Fatal(err)
	}
	return NewPainter(c)
}
