package render_test

import (
	"slices"
	"strings"
	"testing"

	"mcwick.example/services/media/internal/render"
)

func TestBreakLines(t *testing.T) {
	impact := render.Families()[0]
	cases := map[string]struct {
		content string
		size    float64
		want    []string
	}{
		"a short text stays on one line":          {"to the moon", 48, []string{"to the moon"}},
		"line feeds break":                        {"gm\n\nbroh\n", 48, []string{"gm", "", "broh", ""}},
		"wide lines break at words":               {"the candle that never sleeps", 200, []string{"the candle", "that never", "sleeps"}},
		"a wide word stays whole":                 {"hodl " + strings.Repeat("o", 40) + " hodl", 100, []string{"hodl", strings.Repeat("o", 40), "hodl"}},
		"spaces stay, except where a line breaks": {"  a  b ", 48, []string{"  a  b "}},
		"an empty text is one empty line":         {"", 48, []string{""}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := render.BreakLines(c.content, impact, c.size); !slices.Equal(got, c.want) {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestBreakLines_keeps_a_line_that_is_exactly_as_wide_as_allowed(t *testing.T) {
	families := render.Families()
	vt323 := families[len(families)-1]
	const exact = "VT323 > 42 &" // 12 letters of 80 pixels
	if got := render.BreakLines(exact+" up", vt323, 200); !slices.Equal(got, []string{exact, "up"}) {
		t.Errorf("got %q", got)
	}
}

func TestFamilies_have_the_letters_of_the_keyboard(t *testing.T) {
	var keys strings.Builder
	for r := ' '; r <= '~'; r++ {
		keys.WriteRune(r)
	}
	for _, f := range render.Families() {
		_, err := render.Render(backdrop(), []render.Overlay{overlay(func(o *render.Overlay) { o.FontFamily, o.Content, o.FontSize = f.Name, keys.String(), 8 })})
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}
