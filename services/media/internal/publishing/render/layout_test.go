package render_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcwick.example/services/media/internal/publishing/render"
)

func linesOf(content string, family render.Family, size float64) (lines []string) {
	for _, l := range plain.LayOut(content, family, size).Lines {
		lines = append(lines, l.Text)
	}
	return lines
}

func TestLayOut_breaks_lines(t *testing.T) {
	t.Parallel()
	impact := render.Families()[0]
	cases := map[string]struct {
		content string
		size    float64
		want    []string
	}{
		"a short text stays on one line": {"to the moon", 48, []string{"to the moon"}},
		"line feeds break":               {"gm\n\nbroh\n", 48, []string{"gm", "", "broh", ""}},
		"wide lines break at words": {"the candle that never sleeps", 200,
			[]string{"the candle", "that never", "sleeps"}},
		"a wide word stays whole": {"hodl " + strings.Repeat("o", 40) + " hodl", 100,
			[]string{"hodl", strings.Repeat("o", 40), "hodl"}},
		"spaces stay, except where a line breaks": {"  a  b ", 48, []string{"  a  b "}},
		"an empty text is one empty line":         {"", 48, []string{""}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if got := linesOf(c.content, impact, c.size); !slices.Equal(got, c.want) {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestLayOut_keeps_a_line_that_is_exactly_as_wide_as_allowed(t *testing.T) {
	t.Parallel()
	families := render.Families()
	vt323 := families[len(families)-1]
	const exact = "VT323 > 42 &" // 12 letters of 80 pixels
	if got := linesOf(exact+" up", vt323, 200); !slices.Equal(got, []string{exact, "up"}) {
		t.Errorf("got %q", got)
	}
}

func TestLayOut_names_every_missing_letter_once(t *testing.T) {
	t.Parallel()
	got := plain.LayOut("月 gm 月 🚀\n\t👩‍🚀", render.Families()[0], 48).Missing
	if !slices.Equal(got, []string{"月", "🚀", "\t", "👩‍🚀"}) {
		t.Errorf("got %q", got)
	}
}

func TestLayOut_holds_exactly_where_the_lines_stay(t *testing.T) {
	t.Parallel()
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"", "gm", "broh", "candle", "WAGMI", "ракета", "🚀", "👩‍🚀🇺🇸",
		"\n", "diamond-wick"}), 1, 30)
	rapid.Check(t, func(t *rapid.T) {
		content := strings.Join(words.Draw(t, "words"), " ")
		family := rapid.SampledFrom(render.Families()).Draw(t, "family")
		size, other := float64(rapid.IntRange(8, 50).Draw(t, "size"))*4,
			rapid.Float64Range(32, 200).Draw(t, "other size")
		l := colourful.LayOut(content, family, size)
		if !l.HoldsAt(size) {
			t.Fatal("does not hold where it was made")
		}
		there := colourful.LayOut(content, family, other)
		if same := reflect.DeepEqual(l.Lines, there.Lines); same != l.HoldsAt(other) {
			t.Errorf("at %v: same lines %v, said %v", other, same, l.HoldsAt(other))
		}
	})
}

func TestFamilies_have_the_letters_of_the_keyboard(t *testing.T) {
	t.Parallel()
	var keys strings.Builder
	for r := ' '; r <= '~'; r++ {
		keys.WriteRune(r)
	}
	for _, f := range render.Families() {
		if missing := plain.LayOut(keys.String(), f, 48).Missing; len(missing) > 0 {
			t.Errorf("%s lacks %q", f.Name, missing)
		}
	}
}

func BenchmarkLayOut(b *testing.B) {
	for name, content := range map[string]string{
		"caption": "when the chart is finally green\ndiamond wick",
		"longest": strings.Repeat("gm 🚀 ", 33),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				l := colourful.LayOut(content, render.Families()[0], 120)
				_ = l.Lines[0].Outline.String()
			}
		})
	}
}
