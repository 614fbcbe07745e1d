package composer

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcwick.example/mascot"
)

func TestDesignFollowsPrompt(t *testing.T) {
	for _, c := range []struct {
		scene Scene
		want  mascot.SceneOptions // empty fields are open
	}{
		{Scene{Action: "napping", Scene: "a beach at noon", Style: "Anime"},
			mascot.SceneOptions{Scene: "beach", Finish: "anime", Lead: mascot.Actor{Mood: "sleeping"}}},
		{Scene{Action: "losing it all", Scene: "the trading desk", Style: "PIXEL ART"}, mascot.SceneOptions{
			Scene: "trading-desk", Finish: "pixel-art",
			Lead: mascot.Actor{Mood: "failed", Pose: "point",
				Traits: mascot.Traits{Clothing: "trader-suit", Accessory: "trading-headset"}},
		}},
		{Scene{Action: "training as a king", Scene: "orbit around mars", Style: "macrame"}, mascot.SceneOptions{
			Scene: "moon-landing", Finish: mascot.FallbackFinish,
			Lead: mascot.Actor{Pose: "hips", Traits: mascot.Traits{Clothing: "space-suit", Headwear: "crown"}},
		}},
		{Scene{Action: "arm-wrestling a bear", Scene: "in a boxing ring", Style: "Oil Painting"},
			mascot.SceneOptions{Scene: "boxing-ring", Finish: "oil-painting", Friend: rugger}},
		{Scene{Action: "hodling", Scene: "stormy sea", Style: "Watercolor, high quality"}, mascot.SceneOptions{
			Scene: "stormy-sea", Finish: "watercolor", Lead: mascot.Actor{Traits: mascot.Traits{Base: "green"}},
		}},
	} {
		got := design(c.scene)
		for field, pair := range map[string][2]string{
			"scene": {got.Scene, c.want.Scene}, "finish": {got.Finish, c.want.Finish},
			"mood": {got.Lead.Mood, c.want.Lead.Mood}, "pose": {got.Lead.Pose, c.want.Lead.Pose},
			"base":      {got.Lead.Base, c.want.Lead.Base},
			"clothing":  {got.Lead.Clothing, c.want.Lead.Clothing},
			"headwear":  {got.Lead.Headwear, c.want.Lead.Headwear},
			"accessory": {got.Lead.Accessory, c.want.Lead.Accessory},
		} {
			if pair[1] != "" && pair[0] != pair[1] {
				t.Errorf("%v: %s is %q", c.scene, field, pair[0])
			}
		}
		if c.want.Friend != nil && got.Friend != c.want.Friend {
			t.Errorf("%v: friend %+v", c.scene, got.Friend)
		}
	}
}

func TestDesignDependsOnPromptAndVariationOnly(t *testing.T) {
	s := Scene{Action: "hodling", Scene: "the city at night", Style: "Anime"}
	again, otherVariation, otherWords := s, s, s
	otherVariation.Variation, otherWords.Action = 1, "hodling on"
	if mascot.ComposeScene(design(s)) != mascot.ComposeScene(design(again)) {
		t.Error("the same scene gave two pictures")
	}
	for _, other := range []Scene{otherVariation, otherWords} {
		if mascot.ComposeScene(design(s)) == mascot.ComposeScene(design(other)) {
			t.Errorf("%v gave the same picture", other)
		}
	}
}

// What a scene looked like stays what it looks like, drawn from the same seed.
func TestDesignMatchesGoldenFile(t *testing.T) {
	h := fnv.New64a()
	h.Write([]byte("A green wax candle with a golden flame. Action: arm-wrestling a bear. Scene: in a boxing ring. Style: Oil Painting, high quality. Don't place any text in the image."))
	for variation, want := range map[uint64]string{1: "021a4108294c9937", 2: "d3ff8b9ad5914edd",
		3: "e0748bfe68378a7d"} {
		o := design(Scene{
			Action: "arm-wrestling a bear", Scene: "in a boxing ring",
			Style:     "Oil Painting, high quality. Don't place any text in the image.",
			Variation: variation, Seed: h.Sum64(),
		})
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(mascot.ComposeScene(o))))[:16]; got != want {
			t.Errorf("variation %d is %s now", variation, got)
		}
	}
}

func TestRulesReferToExistingParts(t *testing.T) {
	known := map[string]bool{"": true}
	for _, c := range mascot.Categories() {
		for _, o := range c.Options {
			known[c.ID+o.ID] = true
		}
	}
	for _, rule := range rules {
		actors := []mascot.Actor{rule.appearance.Actor}
		if rule.appearance.friend != nil {
			actors = append(actors, *rule.appearance.friend)
		}
		for _, a := range actors {
			if a.Mood != "" && !slices.Contains(mascot.Moods(), a.Mood) || a.Pose != "" &&
				!slices.Contains(mascot.Poses(), a.Pose) {
				t.Errorf("%s: %+v", rule.words, a)
			}
			for category, id := range map[string]string{
				"base": a.Base, "flame": a.Flame, "expression": a.Expression, "clothing": a.Clothing,
				"headwear": a.Headwear, "accessory": a.Accessory,
			} {
				if id != "" && !known[category+id] {
					t.Errorf("%s: no %s %s", rule.words, category, id)
				}
			}
		}
	}
}

var referencePattern = regexp.MustCompile(`(?:url\(|href=")([^)"]*)`)

// anyWords draws what a visitor may write: any text, words of the rules, and pieces of markup.
func anyWords() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.StringMatching(`(king|beach|anime|crash|[a-zA-Z]{1,12}) [a-z]{1,8}`),
		rapid.SampledFrom([]string{"", "\x00\xff", `"/><image href="https://evil.example/x.png"/>`,
			`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>&x;`, "url(//evil.example)"}))
}

// Verifies LIMIT-9.
func TestDesignAcceptsAnyPrompt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringMatching(`[qxz]{3}[0-9]{8}[QXZ]{3}`).Draw(t, "secret")
		words := func(label string) string { return anyWords().Draw(t, label) + " " + secret + "<" + secret + ">" }
		o := design(Scene{Action: words("action"), Scene: words("scene"), Style: words("style"),
			Variation: rapid.Uint64().Draw(t, "variation")})
		svg := mascot.ComposeScene(o)
		if strings.Contains(strings.ToLower(svg), strings.ToLower(secret)) {
			t.Fatalf("the words are in the drawing of %+v", o)
		}
		for _, m := range referencePattern.FindAllStringSubmatch(svg, -1) {
			if !strings.HasPrefix(m[1], "#") {
				t.Fatalf("the drawing refers to %q", m[1])
			}
		}
	})
}

// newComposer rasterizes small pictures: the same drawings in a fraction of the time.
func newComposer(t testing.TB, edge int) *Composer {
	t.Helper()
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	c.rasterizer.edge = edge
	return c
}

// Verifies LIMIT-9.
func TestDrawSceneAcceptsAnyPrompt(t *testing.T) {
	c := newComposer(t, 32)
	count := 0
	rapid.Check(t, func(r *rapid.T) {
		s := Scene{Action: anyWords().Draw(r, "action"), Scene: anyWords().Draw(r, "scene"),
			Style: anyWords().Draw(r, "style"), Variation: rapid.Uint64().Draw(r, "variation")}
		if count++; count > 20 { // each is a process
			return
		}
		picture, err := c.DrawScene(t.Context(), s)
		if err != nil {
			r.Fatal(err)
		}
		if m, err := png.DecodeConfig(bytes.NewReader(picture)); err != nil || m.Width != 32 || m.Height != 32 {
			r.Fatalf("%d × %d, %v", m.Width, m.Height, err)
		}
	})
}

func TestDrawSceneSupportsEveryStyle(t *testing.T) {
	c := newComposer(t, 128)
	for _, f := range mascot.Finishes() {
		picture, err := c.DrawScene(t.Context(), Scene{Action: "waving", Scene: "a beach", Style: f.Label})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(bytes.NewReader(picture)); err != nil {
			t.Errorf("%s: %v", f.Label, err)
		}
	}
}

func TestDrawPortraitIsDeterministic(t *testing.T) {
	c := newComposer(t, 256)
	draw := func(traits mascot.Traits, seed uint32) []byte {
		picture, err := c.DrawPortrait(t.Context(), traits, seed)
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	king := mascot.Traits{Background: "pastel-peach", Flame: "orange", Base: "golden", Headwear: "crown",
		Expression: "happy-trader"}
	first := draw(king, 7)
	if !bytes.Equal(first, draw(king, 7)) {
		t.Error("the same traits and seed gave two pictures")
	}
	if bytes.Equal(first, draw(king, 8)) {
		t.Error("another seed gave the same picture")
	}
	for _, category := range mascot.Categories() {
		other := king
		*other.Choice(category.ID) = category.Options[1].ID
		if *other.Choice(category.ID) == *king.Choice(category.ID) {
			*other.Choice(category.ID) = category.Options[0].ID
		}
		if bytes.Equal(first, draw(other, 7)) {
			t.Errorf("another %s gave the same picture", category.ID)
		}
	}
}

// Verifies AFTER-15.
func TestDrawFigureIsTransparentAroundTheCandle(t *testing.T) {
	c := newComposer(t, 256)
	for _, traits := range []mascot.Traits{
		{Background: "pastel-peach", Flame: "orange", Base: "golden", Headwear: "crown", Expression: "happy-trader"},
		{Background: "pastel-blue", Flame: "blue", Base: "black", Headwear: "halo", Accessory: "rocket-jetpack"},
	} {
		var drawn [2][]byte
		for i := range drawn {
			var err error
			if drawn[i], err = c.DrawFigure(t.Context(), traits, 7); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(drawn[0], drawn[1]) {
			t.Error("the same traits and seed gave two figures")
		}
		m, err := png.Decode(bytes.NewReader(drawn[0]))
		if err != nil {
			t.Fatal(err)
		}
		for _, corner := range [][2]int{{0, 0}, {255, 0}, {0, 255}, {255, 255}} {
			if _, _, _, alpha := m.At(corner[0], corner[1]).RGBA(); alpha != 0 {
				t.Errorf("%v: the corner %v has alpha %d", traits, corner, alpha)
			}
		}
		if _, _, _, alpha := m.At(128, 160).RGBA(); alpha != 0xffff {
			t.Errorf("%v: the candle has alpha %d", traits, alpha)
		}
	}
}

func TestDrawPortraitIgnoresUnknownTraits(t *testing.T) {
	c := newComposer(t, 32)
	if _, err := c.DrawPortrait(t.Context(), mascot.Traits{Base: `"/><image href="x"/>`, Headwear: "\x00"},
		1); err != nil {
		t.Error(err)
	}
}

func TestPicturesHave1024Pixels(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	scene, err := c.DrawScene(t.Context(), Scene{Action: "waving", Scene: "a beach", Style: "Anime"})
	if err != nil {
		t.Fatal(err)
	}
	portrait, err := c.DrawPortrait(t.Context(), mascot.Traits{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, picture := range [][]byte{scene, portrait} {
		if m, err := png.DecodeConfig(bytes.NewReader(picture)); err != nil || m.Width != 1024 || m.Height != 1024 {
			t.Errorf("%d × %d, %v", m.Width, m.Height, err)
		}
	}
}

// BenchmarkDrawPortrait is a full set of traits at 1024 pixels, with the start of the rasterizer.
func BenchmarkDrawPortrait(b *testing.B) {
	c := newComposer(b, edge)
	n := 0
	for b.Loop() {
		var t mascot.Traits
		for i, category := range mascot.Categories() {
			*t.Choice(category.ID) = category.Options[(n+i)%len(category.Options)].ID
		}
		if _, err := c.DrawPortrait(b.Context(), t, uint32(n)); err != nil {
			b.Fatal(err)
		}
		n++
	}
}
