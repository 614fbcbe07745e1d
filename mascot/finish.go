package mascot

import (
	"maps"
	"strings"
)

// FallbackFinish is the style of an unknown finish id.
const FallbackFinish = "digital-art"

// finish is an art style: line and ink, and filters for the backdrop and its layers by distance,
// for the layers of the figure, for the whole figure and for the whole scene. Filter names are ids
// without prefix; empty means none.
type finish struct {
	id, label, ink       string
	outline, inner       float64           // line widths; an outline of 0 leaves silhouettes without line
	layers               map[string]string // figure layer, or * for all others
	figure, scene        string
	underlay             bool   // keeps an unfiltered copy of the backdrop below it
	back, far, mid, near string // whole backdrop; its layers by distance
	filters, under, over string // markup: definitions, between backdrop and figure, above everything
}

func (l *library) finish(id string) finish {
	var fallback finish
	for _, f := range l.finishes {
		if f.id == id {
			return f
		}
		if f.id == FallbackFinish {
			fallback = f
		}
	}
	return fallback
}

func readFinishes() []finish {
	var out []finish
	for name, text := range files("finishes") {
		attr, inner := element(text, "finish")
		_, filters := element(inner, "filters")
		_, under := element(inner, "under")
		_, over := element(inner, "over")
		f := finish{
			id: attr["id"], label: attr["label"], ink: attr["ink"], layers: map[string]string{},
			outline: numbers(name, attr["W"])[0], inner: numbers(name, attr["w"])[0],
			figure: attr["figure"], scene: attr["scene"], back: attr["back"], far: attr["far"], mid: attr["mid"],
			near:    attr["near"],
			filters: squeeze(filters), under: squeeze(under), over: squeeze(over), underlay: attr["underlay"] == "true",
		}
		for pair := range strings.FieldsSeq(attr["layers"]) {
			layer, filter, _ := strings.Cut(pair, ":")
			f.layers[layer] = filter
		}
		out = append(out, f)
	}
	return out
}

// lineWidth is the width for the backdrop, whose shapes need a line even where the figure has none.
func (f finish) lineWidth() float64 {
	if f.outline == 0 {
		return 3
	}
	return f.outline
}

// fill resolves the tokens of a fragment in this style.
func (f finish) fill(svg string) string {
	return fillTokens(svg, map[string]string{"p": scenePrefix, "ink": f.ink, "W": exact(f.lineWidth()),
		"w": exact(f.inner)})
}

func (f finish) use(filter string) string {
	if filter == "" {
		return ""
	}
	return useFilter(scenePrefix + filter)
}

// filterAt is the filter of a backdrop layer. The sky, nearest to depth 0, has no volume, so
// filters that model volume leave it out.
func (f finish) filterAt(depth float64) string {
	filter := f.near
	switch {
	case depth < 0.3:
		filter = f.far
	case depth < 0.6:
		filter = f.mid
	}
	if depth < 0.1 && (strings.HasPrefix(f.far, "vol") || strings.HasPrefix(f.far, "clay")) {
		return ""
	}
	return filter
}

func (f finish) layerFilters() map[string]string {
	out := maps.Clone(f.layers)
	for layer, filter := range out {
		if filter != "" {
			out[layer] = scenePrefix + filter
		}
	}
	return out
}
