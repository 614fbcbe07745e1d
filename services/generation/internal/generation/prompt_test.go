package generation

import (
	"strings"
	"testing"
)

// Verifies MEME-4, MEME-5, MEME-9.
func TestPromptDescribesEachStyle(t *testing.T) {
	styles := []string{
		"Pixar 3D", "Anime", "Pixel Art", "Watercolor", "Oil Painting", "Digital Art", "Studio Ghibli", "Claymation",
		"Disney Animation",
		"Retro Comic Book",
	}
	if len(stylePrompts) != len(styles) {
		t.Errorf("%d flavours", len(stylePrompts))
	}
	for _, style := range styles {
		prompt := Meme{Action: "surfing", Scene: "the sea", Style: style}.Prompt()
		if flavour := stylePrompts[style]; flavour == "" || !strings.Contains(prompt, style+", "+flavour) {
			t.Errorf("%s: %q", style, prompt)
		}
	}
	prompt := Meme{Action: "surfing", Scene: "the sea", Style: "Etching"}.Prompt()
	if !strings.Contains(prompt, "Etching, high quality, detailed, professional") {
		t.Errorf("an unknown style: %q", prompt)
	}
	if !strings.HasSuffix(prompt, "Don't place any text in the image.") {
		t.Errorf("the prompt ends %q", prompt)
	}
}
