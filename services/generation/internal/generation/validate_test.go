package generation

import (
	"strings"
	"testing"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
)

// Verifies REQ-4.
func TestValidateNamesEachField(t *testing.T) {
	const missing, zeroWidth, turned = "Invalid input parameters", "\u200b \u200d\ufeff", "a\u202eb"
	const tooSlow = "That takes more than 90 seconds to say, broh. Keep it shorter."
	for name, c := range map[string]struct {
		input   interface{ Validate() error }
		field   string
		message string
	}{
		"an invisible action": {Meme{zeroWidth, "s", "Anime"}, "meme.action",
			"Tell us what the candle is doing."},
		"a scene with bidi controls": {Meme{"a", turned, "Anime"}, "meme.scene", text.HiddenMessage},
		"a long scene": {Meme{"a", strings.Repeat("s", 201), "Anime"}, "meme.scene",
			"Keep it to 200 characters, broh."},
		"a style on two lines":        {Meme{"a", "s", "An\nime"}, "meme.style", text.OneLineMessage},
		"an empty script":             {Script{zeroWidth, GenreHorror}, "script.text", missing},
		"a script with bidi controls": {Script{turned, GenreHorror}, "script.text", text.HiddenMessage},
		"an unknown genre":            {Script{"a fox", ""}, "script.genre", missing},
		"an empty speech":             {Speech{zeroWidth}, "speech.text", "Invalid text input"},
		"a speech with bidi controls": {Speech{turned}, "speech.text", text.HiddenMessage},
		"a speech of 201 words": {Speech{strings.Repeat("w ", 201)}, "speech.text",
			"Keep it to 2,000 characters and 200 words, broh."},
		"a speech of 2,001 units": {Speech{strings.Repeat("w", 2001)}, "speech.text",
			"Keep it to 2,000 characters and 200 words, broh."},
		"a long speech without spaces": {Speech{strings.Repeat("蝋", 500)}, "speech.text", tooSlow},
		"a speech of numbers":          {Speech{strings.Repeat("1234567890 ", 30)}, "speech.text", tooSlow},
		"a speech of long words":       {Speech{strings.Repeat("Kerzenwachs ", 120)}, "speech.text", tooSlow},
	} {
		f := fault.From(c.input.Validate())
		if f == nil || len(f.Fields) != 1 || f.Fields[0].Name != c.field || f.Message != c.message {
			t.Errorf("%s: %v", name, f)
		}
	}
	for _, text := range []string{strings.Repeat("candle ", 190), strings.Repeat("蝋", 400), strings.Repeat("2026 ", 60)} {
		if err := (Speech{text}).Validate(); err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if err := (Meme{"two\nlines", "of\nscenes", "Anime"}).Validate(); err != nil {
		t.Error(err)
	}
}
