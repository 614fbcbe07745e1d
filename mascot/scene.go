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
	layers           []sceneLayer
}

type sceneLayer struct {
	depth float64
	svg   string
}

// SceneOptions choose a demo picture. Unknown ids fall back to the first backdrop and to FallbackFinish.
type SceneOptions struct {
	Scene  string
	Finish string
	Traits Traits
	Mood   string
	Pose   string
	Seed   uint32
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

const scenePrefix = "s"

func (s scene) compose(data *figureData, fi finish, o SceneOptions) string {
	shift := (prng(o.Seed)() - 0.5) * 60 // parallax: near layers move more than far ones
	var back, front strings.Builder
	for _, l := range s.layers {
		filter := fi.filterAt(l.depth)
		group := fmt.Sprintf(`<g%s data-depth="%s" transform="translate(%s 0)">%s</g>`, fi.use(filter), exact(l.depth), exact(math.Floor(shift*l.depth+0.5)), fi.fill(l.svg))
		if l.depth > 1 {
			front.WriteString(group)
			continue
		}
		back.WriteString(group)
	}
	own := *data
	own.Ink, own.W, own.Inner = fi.ink, fi.outline, fi.inner
	figure := newFigure(&own, o.Traits, Options{Seed: o.Seed, Mood: o.Mood, Pose: o.Pose, Prefix: scenePrefix + "m", Flat: true})
	figure.layerFilter = fi.layerFilters()

	ground := data.Anchors["ground"]
	open := fmt.Sprintf(`<g stroke="%s" stroke-width="%s" stroke-linejoin="round" stroke-linecap="round">`, fi.ink, exact(fi.lineWidth()))
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024" width="1024" height="1024"><defs>%s</defs><g%s>`, fi.fill(fi.filters), fi.use(fi.scene))
	if fi.underlay { // displaced edges may show the canvas
		b.WriteString(open + back.String() + "</g>")
	}
	fmt.Fprintf(&b, "%s<g%s>%s</g></g>", open, fi.use(fi.back), back.String())
	fmt.Fprintf(&b, `<ellipse cx="%s" cy="%s" rx="%s" ry="%s" fill="%s" opacity=".35"/>`, exact(s.x), exact(s.y), exact(math.Round(300*s.scale)), exact(math.Round(36*s.scale)), s.light)
	b.WriteString(fi.fill(fi.under))
	fmt.Fprintf(&b, `<g%s><g transform="translate(%s %s) scale(%s)"><defs>%s</defs>%s</g></g>`, fi.use(fi.figure),
		tenth(s.x-ground[0]*s.scale), tenth(s.y-ground[1]*s.scale), exact(s.scale), figure.defs(), figure.group())
	b.WriteString(open + front.String() + "</g></g>" + fi.fill(fi.over) + "</svg>")
	return b.String()
}

var layerPattern = regexp.MustCompile(`(?s)<layer depth="([\d.]+)">(.*?)</layer>`)

func readScenes() []scene {
	var out []scene
	for name, text := range files("scenes") {
		attr, inner := element(text, "scene")
		ground := numbers(name, attr["ground"])
		s := scene{
			id: attr["id"], label: attr["label"], light: attr["light"], words: strings.Fields(attr["words"]),
			x: ground[0], y: ground[1], scale: ground[2],
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
