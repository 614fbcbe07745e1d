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
	return "A green wax candle with a golden flame. Action: " + action + ". Scene: " + scene + ". Style: " + style + ", high quality. Don't place any text in the image."
}

func TestDesign_follows_the_words(t *testing.T) {
	for _, c := range []struct {
		prompt string
		want   mascot.SceneOptions // empty fields are open
	}{
		{prompt("napping", "a beach at noon", "Anime"), mascot.SceneOptions{Scene: "beach", Finish: "anime", Lead: mascot.Actor{Mood: "sleeping"}}},
		{prompt("losing it all", "the trading desk", "PIXEL ART"), mascot.SceneOptions{
			Scene: "trading-desk", Finish: "pixel-art",
			Lead: mascot.Actor{Mood: "failed", Pose: "point", Traits: mascot.Traits{Clothing: "trader-suit", Accessory: "trading-headset"}},
		}},
		{prompt("training as a king", "orbit around mars", "macrame"), mascot.SceneOptions{
			Scene: "moon-landing", Finish: mascot.FallbackFinish,
			Lead: mascot.Actor{Pose: "hips", Traits: mascot.Traits{Clothing: "space-suit", Headwear: "crown"}},
		}},
		{prompt("arm-wrestling a bear", "in a boxing ring", "Oil Painting"), mascot.SceneOptions{Scene: "boxing-ring", Finish: "oil-painting", Friend: rugger}},
		{prompt("said. Action: no. Scene: the moon. Style: Anime, no", "stormy sea", "Watercolor"), mascot.SceneOptions{
			Scene: "stormy-sea", Finish: "watercolor", Lead: mascot.Actor{Traits: mascot.Traits{Base: "green"}},
		}},
		{"an anime candle on the beach", mascot.SceneOptions{Scene: "beach", Finish: "anime"}},
	} {
		got := design(c.prompt, 1)
		for field, pair := range map[string][2]string{
			"scene": {got.Scene, c.want.Scene}, "finish": {got.Finish, c.want.Finish}, "mood": {got.Lead.Mood, c.want.Lead.Mood}, "pose": {got.Lead.Pose, c.want.Lead.Pose},
			"base":     {got.Lead.Base, c.want.Lead.Base},
			"clothing": {got.Lead.Clothing, c.want.Lead.Clothing}, "headwear": {got.Lead.Headwear, c.want.Lead.Headwear}, "accessory": {got.Lead.Accessory, c.want.Lead.Accessory},
		} {
			if pair[1] != "" && pair[0] != pair[1] {
				t.Errorf("%s: %s is %q", c.prompt, field, pair[0])
			}
		}
		if c.want.Friend != nil && got.Friend != c.want.Friend {
			t.Errorf("%s: friend %+v", c.prompt, got.Friend)
		}
	}
}

func TestDesign_is_another_picture_each_time_and_the_same_for_the_same_number(t *testing.T) {
	p := prompt("hodling", "the city at night", "Anime")
	first, again := mascot.ComposeScene(design(p, 1)), mascot.ComposeScene(design(p, 1))
	if first != again {
		t.Error("the same number gave two pictures")
	}
	if first == mascot.ComposeScene(design(p, 2)) {
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
		actors := []mascot.Actor{rule.part.Actor}
		if rule.part.friend != nil {
			actors = append(actors, *rule.part.friend)
		}
		for _, a := range actors {
			if a.Mood != "" && !slices.Contains(mascot.Moods(), a.Mood) || a.Pose != "" && !slices.Contains(mascot.Poses(), a.Pose) {
				t.Errorf("%s: %+v", rule.words, a)
			}
			for category, id := range map[string]string{
				"base": a.Base, "flame": a.Flame, "expression": a.Expression, "clothing": a.Clothing, "headwear": a.Headwear, "accessory": a.Accessory,
			} {
				if id != "" && !known[category+id] {
					t.Errorf("%s: no %s %s", rule.words, category, id)
				}
			}
		}
	}
}

func TestPaint_draws_every_style(t *testing.T) {
	painter, err := NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	painter.edge = 128 // the same drawings in a fiftieth of the time
	for _, f := range mascot.Finishes() {
		size(t, painter, prompt("waving", "a beach", f.Label), 128)
	}
}

func TestPaint_draws_1024_pixels(t *testing.T) {
	painter, err := NewPainter()
	if err != nil {
		t.Fatal(err)
	}
	size(t, painter, prompt("waving", "a beach", "Anime"), 1024)
}

func size(t *testing.T, painter *Painter, prompt string, edge int) {
	t.Helper()
	data, err := painter.Paint(t.Context(), prompt)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || m.Width != edge || m.Height != edge {
		t.Errorf("%s: got %d × %d, %v", prompt, m.Width, m.Height, err)
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
