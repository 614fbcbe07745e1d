package picture

import (
	"bytes"
	"context"
	"image/png"
	"slices"
	"testing"

	"mcwick.example/mascot"
)

func prompt(action, scene, style string) string {
	return action + ". Scene: " + scene + ". Style: " + style + ", high quality. Don't place any text in the image."
}

func TestDesign_follows_the_words(t *testing.T) {
	for _, c := range []struct {
		action, scene, style string
		want                 mascot.SceneOptions
	}{
		{"napping", "a beach at noon", "Anime", mascot.SceneOptions{Scene: "beach", Finish: "anime", Mood: "sleeping"}},
		{"losing it all", "the trading desk", "PIXEL ART", mascot.SceneOptions{
			Scene: "trading-desk", Finish: "pixel-art", Mood: "failed", Pose: "point",
			Traits: mascot.Traits{Clothing: "trader-suit", Accessory: "trading-headset"},
		}},
		{"ruling as king", "orbit around mars", "macrame", mascot.SceneOptions{
			Scene: "moon-landing", Finish: mascot.FallbackFinish, Pose: "hips",
			Traits: mascot.Traits{Clothing: "space-suit", Headwear: "crown"},
		}},
		{"said. Scene: the moon. Style: Anime, no", "stormy sea", "Oil Painting", mascot.SceneOptions{Scene: "stormy-sea", Finish: "oil-painting"}},
	} {
		got := design(prompt(c.action, c.scene, c.style), 1)
		same := got.Scene == c.want.Scene && got.Finish == c.want.Finish && got.Mood == c.want.Mood
		if c.want.Pose != "" {
			same = same && got.Pose == c.want.Pose
		}
		if c.want.Traits.Clothing != "" {
			same = same && got.Traits.Clothing == c.want.Traits.Clothing && got.Traits.Accessory == c.want.Traits.Accessory
		}
		if c.want.Traits.Headwear != "" {
			same = same && got.Traits.Headwear == c.want.Traits.Headwear
		}
		if !same {
			t.Errorf("%s / %s / %s: got %+v", c.action, c.scene, c.style, got)
		}
	}
}

func TestDesign_is_another_picture_each_time_and_the_same_for_the_same_number(t *testing.T) {
	p := prompt("hodling", "the city at night", "Anime")
	if design(p, 1) != design(p, 1) {
		t.Error("the same number gave two pictures")
	}
	if design(p, 1) == design(p, 2) {
		t.Error("two numbers gave the same picture")
	}
}

func TestDesign_takes_any_text(t *testing.T) {
	for _, p := range []string{"", "just a candle, anime style", "\x00\xff", ". Scene: . Style: "} {
		if o := design(p, 1); o.Scene == "" || o.Finish == "" {
			t.Errorf("%q: got %+v", p, o)
		}
	}
}

func TestCasting_names_things_that_exist(t *testing.T) {
	known := map[string]bool{"": true}
	for _, c := range mascot.Categories() {
		for _, o := range c.Options {
			known[c.ID+o.ID] = true
		}
	}
	for _, rule := range casting {
		p := rule.part
		if p.mood != "" && !slices.Contains(mascot.Moods(), p.mood) || p.pose != "" && !slices.Contains(mascot.Poses(), p.pose) {
			t.Errorf("%s: %+v", rule.words, p)
		}
		for category, id := range map[string]string{
			"base": p.traits.Base, "expression": p.traits.Expression, "clothing": p.traits.Clothing,
			"headwear": p.traits.Headwear, "accessory": p.traits.Accessory,
		} {
			if id != "" && !known[category+id] {
				t.Errorf("%s: no %s %s", rule.words, category, id)
			}
		}
	}
}

func TestPaint_draws_a_square_picture_in_every_style(t *testing.T) {
	painter, err := NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range mascot.Finishes() {
		t.Run(f.Label, func(t *testing.T) {
			t.Parallel()
			data, err := painter.Paint(t.Context(), prompt("waving", "a beach", f.Label))
			if err != nil {
				t.Fatal(err)
			}
			m, err := png.DecodeConfig(bytes.NewReader(data))
			if err != nil || m.Width != 1024 || m.Height != 1024 {
				t.Errorf("got %d × %d, %v", m.Width, m.Height, err)
			}
		})
	}
}

func TestPaint_stops_when_nobody_waits(t *testing.T) {
	painter, err := NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := painter.Paint(ctx, "x"); err == nil {
		t.Error("no error")
	}
}
