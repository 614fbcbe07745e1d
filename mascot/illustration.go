package mascot

import (
	"fmt"
	"regexp"
	"slices"
)

var candlePattern = regexp.MustCompile(`<candle ([^>]*)/>`)

// Illustrations lists the ids that Illustration accepts.
func Illustrations() []string {
	var out []string
	for name := range files("illustrations") {
		out = append(out, name)
	}
	return out
}

// Illustration returns a drawing of data/illustrations as SVG; ok is false for an unknown id. Each
// <candle x ground scale …/> in it becomes a figure that stands at (x, ground), with the traits and
// options that the attributes name.
func Illustration(id string) (svg string, ok bool) {
	if !slices.Contains(Illustrations(), id) {
		return "", false
	}
	svg = squeeze(string(mustRead("illustrations/" + id + ".svg")))
	return candlePattern.ReplaceAllStringFunc(svg, func(tag string) string {
		a := attributes(tag)
		data := load().figure
		f := newFigure(data, Traits{
			Base: a["base"], Flame: a["flame"], Expression: a["expression"],
			Clothing: a["clothing"], Headwear: a["headwear"], Accessory: a["accessory"],
		}, Options{Seed: 1, Mood: a["mood"], Pose: a["pose"], Flame: a["flame-state"], Prefix: a["prefix"], Flat: true,
			Still: true})
		x, ground, scale := numbers(id, a["x"])[0], numbers(id, a["ground"])[0], numbers(id, a["scale"])[0]
		foot := data.Anchors["ground"]
		return fmt.Sprintf(`<g transform="translate(%s %s) scale(%s)"><defs>%s</defs>%s</g>`,
			tenth(x-foot[0]*scale), tenth(ground-foot[1]*scale), exact(scale), f.defs(), f.group())
	}), true
}
