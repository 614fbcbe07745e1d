package mascot_test

import (
	"maps"
	"slices"
	"testing"

	"mcwick.example/mascot"
)

func sorted(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

func TestChooseScene(t *testing.T) {
	for text, want := range map[string]string{
		"Riding a rocket to Mars":          "moon-landing",
		"a pirate captain on his boat":     "stormy-sea",
		"crowned king of all candles":      "throne-room",
		"trading at the office":            "trading-desk",
		"boxing a bear in the ring, fight": "boxing-ring",
	} {
		if got := mascot.ChooseScene(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	t.Run("words without a scene always choose the same one", func(t *testing.T) {
		if a, b := mascot.ChooseScene("xyzzy ☃"), mascot.ChooseScene("xyzzy ☃"); a != b || a == "" {
			t.Errorf("got %q and %q", a, b)
		}
	})
}

func TestChooseFinish(t *testing.T) {
	for text, want := range map[string]string{
		"Style: Pixel Art, retro":              "pixel-art",
		"style: STUDIO GHIBLI":                 "studio-ghibli",
		"Style: Retro Comic Book, halftone":    "retro-comic-book",
		"Style: macrame, high quality, detail": mascot.FallbackFinish,
		"":                                     mascot.FallbackFinish,
	} {
		if got := mascot.ChooseFinish(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
