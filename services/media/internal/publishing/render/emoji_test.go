package render_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcwick.example/services/media/internal/publishing/render"
)

func TestLayOut_draws_every_kind_of_emoji_as_one_picture(t *testing.T) {
	t.Parallel()
	for _, content := range []string{"🕯️", "🚀", "🤑", "👩‍🚀", "👍🏽", "🇺🇸", "1️⃣", "❤️‍🔥", "🫠", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "™️"} {
		for _, family := range render.Families() {
			l := colourful.LayOut(content, family, 48)
			if len(l.Missing) > 0 || len(l.Lines[0].Emoji) != 1 || len(l.Lines[0].Outline) > 0 {
				t.Errorf("%s in %s: %d pictures, missing %q", content, family.Name, len(l.Lines[0].Emoji), l.Missing)
				continue
			}
			data, ok := colourful.EmojiPicture(l.Lines[0].Emoji[0].Name)
			if _, err := png.Decode(bytes.NewReader(data)); !ok || err != nil {
				t.Errorf("%s: %v, %v", content, ok, err)
			}
		}
	}
}

func TestLayOut_keeps_letters_that_a_text_font_has(t *testing.T) {
	t.Parallel()
	impact := render.Families()[0]
	for _, content := range []string{"1 # *", "©", "a\ufe0f"} {
		if l := colourful.LayOut(content, impact, 48); len(l.Lines[0].Emoji) > 0 || len(l.Missing) > 0 {
			t.Errorf("%q: %+v, missing %q", content, l.Lines[0].Emoji, l.Missing)
		}
	}
}

func TestRender_paints_an_emoji_in_its_box(t *testing.T) {
	t.Parallel()
	o := overlay(func(o *render.Overlay) { o.Content, o.FontSize, o.X, o.Y = "🟥", 200, 400, 300 })
	white := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size))
	for _, rotation := range []float64{0, 90, 180} {
		o.Rotation = rotation
		m, err := colourful.Render(white, []render.Overlay{o})
		if err != nil {
			t.Fatal(err)
		}
		box := ink(m)
		if c := m.RGBAAt(400, 300); c.R < 200 || c.G > 90 {
			t.Errorf("turned by %v: the middle is %v", rotation, c)
		}
		if middle := box.Min.Add(box.Max).Div(2); box.Dx() < 180 || box.Dx() > 260 || abs(middle.X-400) > 40 ||
			abs(middle.Y-300) > 40 {
			t.Errorf("turned by %v: painted in %v", rotation, box)
		}
	}
}

func abs(v int) int { return max(v, -v) }

func TestRender_draws_no_outline_around_an_emoji(t *testing.T) {
	t.Parallel()
	o := overlay(func(o *render.Overlay) { o.Content, o.FontSize, o.Color = "🟨", 200, "#00ff00" })
	m, err := colourful.Render(image.NewRGBA(image.Rect(0, 0, render.Size, render.Size)), []render.Overlay{o})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(m.Pix); i += 4 {
		if c := (color.RGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], 255}); c.R < 40 && c.B < 40 {
			t.Fatalf("%v is of an outline or of the text's colour", c)
		}
	}
}

func TestEmojiPicture_knows_only_its_own_names(t *testing.T) {
	t.Parallel()
	name := colourful.LayOut("🚀", render.Families()[0], 48).Lines[0].Emoji[0].Name
	version, glyph, _ := strings.Cut(name, "-")
	for _, wrong := range []string{"", "-", version, version + "-", version + "-0", version + "-99999", version + "-0" +
		glyph, "00000000-" + glyph, name + " "} {
		if _, ok := colourful.EmojiPicture(wrong); ok {
			t.Errorf("%q is a picture", wrong)
		}
	}
	if _, ok := plain.EmojiPicture(name); ok {
		t.Error("there are pictures without a font")
	}
}

func TestNew_goes_on_without_an_emoji_font(t *testing.T) {
	t.Parallel()
	broken := filepath.Join(t.TempDir(), "broken.ttf")
	if err := os.WriteFile(broken, []byte("no font"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{broken, broken + ".absent"} {
		r, err := render.New(file)
		if err == nil || r == nil {
			t.Fatalf("%v, %v", r, err)
		}
		_, err = r.Render(backdrop(), []render.Overlay{overlay(func(o *render.Overlay) { o.Content = "gm 🚀" })})
		if missing, ok := errors.AsType[*render.MissingLetterError](err); !ok || missing.Letter != "🚀" {
			t.Errorf("got %v", err)
		}
	}
}
