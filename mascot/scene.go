package mascot

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// scene is a backdrop in parallax layers: depth 0…1 lies behind the candle, above 1 in front of it.
type scene struct {
	id, label, light string
	words            []string
	x, y, scale      float64 // where the feet stand
	mirror           bool    // may be seen from the other side; false where a chart would fall
	layers           []sceneLayer
}

type sceneLayer struct {
	depth float64
	svg   string
}

// SceneOptions choose a demo picture. Unknown ids fall back to the first backdrop and to
// FallbackFinish.
type SceneOptions struct {
	Scene  string
	Finish string
	Lead   Actor
	Friend *Actor // a smaller candle beside the lead, or nil
	Seed   uint32 // moves the backdrop and the candles, and may turn the backdrop round
}

// Actor is a candle in a scene; Mood and Pose as in Options.
type Actor struct {
	Traits
	Mood, Pose string
}

// ComposeScene draws backdrop, candle and style finish as one SVG document of 1024 × 1024 units.
func ComposeScene(o SceneOptions) string {
	l := load()
	s := l.scenes[0]
	for _, each := range l.scenes {
		if each.id == o.Scene {
			s = each
		}
	}
	return s.compose(l.figure, l.finish(o.Finish), o)
}

// scenePrefix starts every id of a scene, so that it never meets one of a figure.
const scenePrefix = "s"

// stage is a scene with all chances taken.
type stage struct {
	scene
	finish
	data  *figureData
	shift float64 // of the backdrop's nearest layer; those behind move less
	turn  bool
	lead  float64 // x of the lead's feet
	side  float64 // of the friend: -1 or 1
	seed  uint32
}

func (s scene) compose(data *figureData, fi finish, o SceneOptions) string {
	own := *data
	own.Ink, own.W, own.Inner = fi.ink, fi.outline, fi.inner
	chance := prng(o.Seed)
	st := stage{scene: s, finish: fi, data: &own, seed: o.Seed, shift: (chance() - 0.5) * 60}
	st.turn = s.mirror && chance() < 0.5
	st.lead, st.side = s.x+(chance()-0.5)*90, 1
	if chance() < 0.5 {
		st.side = -1
	}
	actors := ""
	if o.Friend != nil {
		st.lead = s.x - st.side*130
		actors = st.actor(*o.Friend, "f", s.x+st.side*225, s.y-14*s.scale, s.scale*0.62)
	}
	actors += st.actor(o.Lead, "m", st.lead, s.y, s.scale)
	back := st.layers(func(depth float64) bool { return depth <= 1 })
	front := st.layers(func(depth float64) bool { return depth > 1 })

	var b strings.Builder
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024" width="1024" height="1024"><defs>%s</defs><g%s>`, fi.fill(fi.filters), fi.use(fi.scene))
	if fi.underlay { // displaced edges may show the canvas
		b.WriteString(st.backdrop(back, ""))
	}
	b.WriteString(st.backdrop(back, fi.back) + fi.fill(fi.under) + actors + st.backdrop(front, "") + "</g>" +
		fi.fill(fi.over) + "</svg>")
	return b.String()
}

// layers draws the layers at the depths that in accepts.
func (st stage) layers(in func(depth float64) bool) string {
	var b strings.Builder
	for _, l := range st.scene.layers {
		if in(l.depth) {
			fmt.Fprintf(&b, `<g%s data-depth="%s" transform="translate(%s 0)">%s</g>`,
				st.use(st.filterAt(l.depth)), exact(l.depth), exact(math.Floor(st.shift*l.depth+0.5)), st.fill(l.svg))
		}
	}
	return b.String()
}

// backdrop groups layers under a filter.
func (st stage) backdrop(layers, filter string) string {
	turn := ""
	if st.turn {
		turn = ` transform="matrix(-1 0 0 1 1024 0)"`
	}
	return fmt.Sprintf(`<g stroke="%s" stroke-width="%s" stroke-linejoin="round" stroke-linecap="round"%s><g%s>%s</g></g>`,
		st.ink, exact(st.lineWidth()), turn, st.use(filter), layers)
}

// actor draws a candle in its pool of light, standing at (x, y).
func (st stage) actor(a Actor, prefix string, x, y, scale float64) string {
	f := newFigure(st.data, a.Traits,
		Options{Seed: st.seed, Mood: a.Mood, Pose: a.Pose, Prefix: scenePrefix + prefix, Flat: true})
	f.layerFilter = st.layerFilters()
	foot := st.data.Anchors["ground"]
	return fmt.Sprintf(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s" fill="%s" opacity=".35"/>`, tenth(x), tenth(y),
		tenth(300*scale), tenth(36*scale), st.light) +
		fmt.Sprintf(`<g%s><g transform="translate(%s %s) scale(%s)"><defs>%s</defs>%s</g></g>`,
			st.use(st.figure), tenth(x-foot[0]*scale), tenth(y-foot[1]*scale), exact(math.Round(scale*1000)/1000),
			f.defs(), f.group())
}

var layerPattern = regexp.MustCompile(`(?s)<layer depth="([\d.]+)">(.*?)</layer>`)

func readScenes() []scene {
	var out []scene
	for name, text := range files("scenes") {
		attr, inner := element(text, "scene")
		ground := numbers(name, attr["ground"])
		s := scene{
			id: attr["id"], label: attr["label"], light: attr["light"], words: strings.Fields(attr["words"]),
			x: ground[0], y: ground[1], scale: ground[2], mirror: attr["mirror"] == "true",
		}
		for _, m := range layerPattern.FindAllStringSubmatch(inner, -1) {
			s.layers = append(s.layers, sceneLayer{depth: numbers(name, m[1])[0], svg: squeeze(m[2])})
		}
		out = append(out, s)
	}
	return out
}

// numbers reads numbers separated by spaces.
func numbers(file, text string) []float64 {
	var out []float64
	for field := range strings.FieldsSeq(text) {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			panic(fmt.Sprintf("mascot: %s: %v", file, err))
		}
		out = append(out, v)
	}
	return out
}
