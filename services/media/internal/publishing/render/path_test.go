package render

import (
	"bytes"
	"image"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-text/typesetting/font/opentype"
	"pgregory.net/rapid"
)

// parsePath parses path data as a page does: a capital has absolute coordinates, a small letter
// relative ones.
func parsePath(t rapid.TB, data string) (out Path) {
	t.Helper()
	ops := map[byte]opentype.SegmentOp{}
	for op, letter := range pathCommands {
		ops[letter] = op
	}
	var from point
	for _, command := range regexp.MustCompile(`[A-Za-z][^A-Za-z]*`).FindAllString(data, -1) {
		if command == "Z" {
			continue
		}
		s := segment{op: ops[command[0]]}
		if s.op == opentype.SegmentOpMoveTo {
			from = point{}
		}
		numbers := strings.Fields(command[1:])
		if len(numbers) != 2*len(s.ends()) {
			t.Fatalf("%q has %d numbers", command, len(numbers))
		}
		for i := range s.ends() {
			x, errX := strconv.ParseFloat(numbers[2*i], 64)
			y, errY := strconv.ParseFloat(numbers[2*i+1], 64)
			if errX != nil || errY != nil {
				t.Fatalf("%q: %v, %v", command, errX, errY)
			}
			s.points[i] = point{round(from.x + x), round(from.y + y)}
		}
		from = s.end()
		out = append(out, s)
	}
	return out
}

// texts are visitors' texts, valid and invalid.
var texts = rapid.StringOfN(rapid.OneOf(
	rapid.SampledFrom([]rune("AVWTo fi,.!?'  \n")),
	rapid.RuneFrom([]rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")),
	rapid.RuneFrom([]rune("ЖдåéßΩनमस्ते©→")), rapid.RuneFrom([]rune("月ש\u0301\u200d\ufe0f")),
), 0, 60, -1)

// read returns a layout after it was serialized for a page and parsed again.
func read(t rapid.TB, l Layout) Layout {
	for i, line := range l.Lines {
		l.Lines[i] = Line{Width: written(t, line.Width), Outline: parsePath(t, line.Outline.String())}
	}
	return l
}

func TestLayoutMatchesRenderedPixels(t *testing.T) {
	t.Parallel()
	r := &Renderer{}
	rapid.Check(t, func(t *rapid.T) {
		family := rapid.SampledFrom(families).Draw(t, "family")
		o := Overlay{
			Content: texts.Draw(t, "content"), FontFamily: family.Name, Color: "#ffc83d",
			FontSize: float64(rapid.IntRange(8, 50).Draw(t, "size")) * 4,
			Rotation: float64(rapid.IntRange(0, 23).Draw(t, "turn")) * 15,
			X:        rapid.Float64Range(0, Size).Draw(t, "x"), Y: rapid.Float64Range(0, Size).Draw(t, "y"),
		}
		layout := read(t, r.LayOut(o.Content, family, o.FontSize))
		painted, err := r.prepare(0, o)
		if len(layout.Missing) > 0 {
			if err == nil {
				t.Fatalf("painted without %q", layout.Missing)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		of := painted
		of.layout = layout
		if !reflect.DeepEqual(of.outlines(), painted.outlines()) {
			t.Error("the path data are another drawing")
		}
	})
}

func TestPathDataRendersSamePicture(t *testing.T) {
	t.Parallel()
	background := image.NewRGBA(image.Rect(0, 0, Size, Size))
	r := &Renderer{}
	for i, family := range families[:3] {
		o := Overlay{
			Content: "Diamond wick & co.\nЖåß", FontFamily: family.Name, Color: "#ffc83d", FontSize: 120,
			Rotation: float64(i * 30), X: 500.25, Y: 511.75,
		}
		painted, err := r.Render(background, []Overlay{o})
		if err != nil {
			t.Fatal(err)
		}
		again, err := r.Render(background, nil)
		if err != nil {
			t.Fatal(err)
		}
		from, err := r.prepare(0, o)
		if err != nil {
			t.Fatal(err)
		}
		from.layout = read(t, from.layout)
		if err := r.paint(again, newRaster(), from); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(again.Pix, painted.Pix) {
			t.Errorf("%s: the path data paint another picture", family.Name)
		}
	}
}

// written is a number after it was written down and read again.
func written(t rapid.TB, v float64) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', 1, 64), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestPathsAreClosedAndShort(t *testing.T) {
	t.Parallel()
	p := Path{
		{op: opentype.SegmentOpMoveTo, points: [3]point{{10, -20.5}}},
		{op: opentype.SegmentOpLineTo, points: [3]point{{10.1, -20.5}}},
		{op: opentype.SegmentOpQuadTo, points: [3]point{{30, 0}, {40, 0}}},
		{op: opentype.SegmentOpMoveTo, points: [3]point{{1, 2}}},
		{op: opentype.SegmentOpCubeTo, points: [3]point{{2, 2}, {3, 2}, {1, 5}}},
	}
	const want = "M10 -20.5l0.1 0q19.9 20.5 29.9 20.5ZM1 2c1 0 2 0 0 3Z"
	if got := p.String(); got != want {
		t.Errorf("got %s", got)
	}
	if got := Path(nil).String(); got != "" {
		t.Errorf("nothing is %q", got)
	}
}
