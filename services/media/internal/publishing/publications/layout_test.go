package publications

import (
	"errors"
	"image"
	"reflect"
	"strings"
	"testing"

	"mcwick.example/platform/fault"
	"mcwick.example/services/media/internal/publishing/render"
)

func layOutText(t *testing.T, in LayoutInput) Layout {
	t.Helper()
	l, err := (&Service{layouts: newLayouts(&render.Renderer{})}).LayOut(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLayOutReturnsSizesWithSameLines(t *testing.T) {
	t.Parallel()
	for _, content := range []string{"gm", "the candle that never sleeps", "a\nb",
		strings.Repeat("wax on wax off ", 13)} {
		for _, family := range render.Families() {
			in := LayoutInput{Content: content, FontFamily: family.Name, FontSize: 96}
			l := layOutText(t, in)
			for in.FontSize = minFontSize; in.FontSize <= maxFontSize; in.FontSize += fontSizeStep {
				inside := in.FontSize >= float64(l.MinFontSize) && in.FontSize <= float64(l.MaxFontSize)
				if same := reflect.DeepEqual(layOutText(t, in).Lines, l.Lines); same != inside {
					t.Errorf("%q in %s at %v: same lines %v, but %d to %d", content, family.Name, in.FontSize, same,
						l.MinFontSize, l.MaxFontSize)
				}
			}
		}
	}
}

func TestLayOutValidatesLikePublish(t *testing.T) {
	t.Parallel()
	s := &Service{layouts: newLayouts(&render.Renderer{})}
	for field, in := range map[string]LayoutInput{
		"content":    {Content: " \n", FontFamily: "Impact", FontSize: 48},
		"fontFamily": {Content: "gm", FontFamily: "Arial", FontSize: 48},
		"fontSize":   {Content: "gm", FontFamily: "Impact", FontSize: 50},
	} {
		_, err := s.LayOut(t.Context(), in)
		if e := fault.From(err); err == nil || e.Kind != fault.KindInvalid || len(e.Fields) != 1 ||
			e.Fields[0].Name != field {
			t.Errorf("%s: got %v", field, err)
		}
	}
}

// FuzzOverlay looks for valid overlays that cannot be drawn without an error that names a field,
// and for panics.
func FuzzOverlay(f *testing.F) {
	f.Add("to the moon", "Impact", "#ffffff", 48.0, 0.0, 512.0, 512.0)
	f.Add("a\n\nb  c\u0301\u200d", "VT323", "#00ff00", 200.0, 345.0, 0.0, 1024.0)
	f.Add("👩‍🚀🇺🇸 1️⃣ 🫠\ufe0e", "Bangers", "#123456", 32.0, 90.0, 1e300, -9000.0)
	f.Add("🏴\U000e0067\U000e007f\u20e3", "Fredoka One", "#abcdef", 200.0, 15.0, 3.5, 4.25)
	f.Add("नमस्ते \u202e", "Comic Neue", "#ABCDEF", 1024.0, -15.0, 1.5, 2.5)
	f.Add("\xff\x00", "Press Start 2P", "", 36.0, 180.0, 0.0, 0.0)
	// Without its font no emoji would get past the first test.
	renderer, err := render.New("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")
	if err != nil {
		f.Fatal(err, "; deploy/setup/setup.sh installs it")
	}
	s := &Service{layouts: newLayouts(renderer)}
	background := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size))
	f.Fuzz(func(t *testing.T, content, family, fill string, size, rotation, x, y float64) {
		o := render.Overlay{Content: content, FontFamily: family, FontSize: size, Color: fill, Rotation: rotation, X: x,
			Y: y}
		if len(checkOverlay(o, "overlay")) > 0 {
			return
		}
		l, err := s.LayOut(t.Context(),
			LayoutInput{Content: content, FontFamily: family, FontSize: size})
		if err != nil {
			t.Fatalf("may be published, but not laid out: %v", err)
		}
		_, err = renderer.Render(background, []render.Overlay{o})
		var missing *render.MissingLetterError
		if errors.As(err, &missing) != (len(l.Missing) > 0) || err != nil && missing == nil {
			t.Errorf("missing %q, got %v", l.Missing, err)
		}
	})
}
