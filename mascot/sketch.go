package mascot

import (
	"maps"
	"slices"
	"strings"
	"unique"
)

// Sketch is the still candle of any traits, its arms at rest unless an accessory lifts them. It is
// taken apart for a page that cannot run this package: that looks each piece up by the options
// chosen, joins them, and fills in the colours.
type Sketch struct {
	Pieces []Piece
	// Colours are what tokens such as {base.mid} stand for, by category, option and shade. The
	// option "" is for no choice yet.
	Colours map[string]map[string]map[string]string
}

// Piece is a stretch of the SVG document and what it depends on.
type Piece struct {
	By    []string // categories, in the picker's order
	Of    []int    // the index of the drawing for every set of their options
	Drawn []string
}

// sketchOptions stand still; the seed is one whose candle has its arms at rest when no trait asks
// for a pose.
var sketchOptions = Options{Still: true, Seed: 5}

// NewSketch takes the candle apart by drawing it with every combination of options that changes a
// line.
func NewSketch() Sketch {
	data := load().figure
	s := Sketch{Colours: map[string]map[string]map[string]string{
		"background": colours(data.Palettes.Background), "flame": colours(data.Palettes.Flame),
		"base":     colours(data.Palettes.Base),
		"clothing": {"": {}},
	}}
	for id, g := range data.Clothing {
		s.Colours["clothing"][id] = palette{"sleeve": g.Sleeve.Fill, "cuff": g.Sleeve.Cuff}
	}
	all := drawAll(tokenised(data))
	for piece := range all.drawn[0] {
		s.Pieces = append(s.Pieces, all.piece(piece))
	}
	return s
}

// drawings are the pieces of every combination.
type drawings struct {
	drawn   [][]string
	row     map[Traits]int   // where the pieces of some traits are in drawn
	without map[string][]int // for each category, where those are that lack its option and are else the same
}

// drawAll draws every combination. Equal pieces share their bytes, so that comparing them is cheap.
func drawAll(data *figureData) drawings {
	d := drawings{row: map[Traits]int{}, without: map[string][]int{}}
	for i, t := range combinations() {
		pieces := newFigure(data, t, sketchOptions).pieces(sketchOptions)
		for i, svg := range pieces {
			pieces[i] = unique.Make(svg).Value()
		}
		d.drawn, d.row[t] = append(d.drawn, pieces), i
		for _, c := range Categories() {
			bare := t
			*bare.Choice(c.ID) = ""
			d.without[c.ID] = append(d.without[c.ID], d.row[bare]) // fewer options come first
		}
	}
	return d
}

// combinations are the sets of options that draw other lines: features meet in one piece, a colour
// stands in one of its own.
func combinations() []Traits {
	all := []Traits{{}}
	for _, c := range Categories() {
		if c.Required {
			continue
		}
		for _, t := range slices.Clone(all) {
			for _, o := range c.Options {
				*t.Choice(c.ID) = o.ID
				all = append(all, t)
			}
		}
	}
	for _, c := range Categories() {
		if !c.Required {
			continue
		}
		for _, o := range c.Options {
			var t Traits
			*t.Choice(c.ID) = o.ID
			all = append(all, t)
		}
	}
	return all
}

// piece finds the categories that a piece depends on, and keeps each of its drawings once.
func (d drawings) piece(i int) Piece {
	p := Piece{By: []string{}}
	for _, c := range Categories() {
		for row, bare := range d.without[c.ID] {
			if d.drawn[row][i] != d.drawn[bare][i] {
				p.By = append(p.By, c.ID)
				break
			}
		}
	}
	for _, t := range p.sets() {
		svg := d.drawn[d.row[t]][i]
		at := slices.Index(p.Drawn, svg)
		if at < 0 {
			at, p.Drawn = len(p.Drawn), append(p.Drawn, svg)
		}
		p.Of = append(p.Of, at)
	}
	return p
}

// sets are all options of the piece's categories, the last category's changing first; no option
// comes before the others.
func (p Piece) sets() []Traits {
	all := []Traits{{}}
	for _, c := range Categories() {
		if !slices.Contains(p.By, c.ID) {
			continue
		}
		var more []Traits
		for _, t := range all {
			for _, o := range append([]Option{{}}, c.Options...) {
				*t.Choice(c.ID) = o.ID
				more = append(more, t)
			}
		}
		all = more
	}
	return all
}

// at is the place of these traits among the piece's sets.
func (p Piece) at(t Traits) int {
	at := 0
	for _, c := range Categories() {
		if slices.Contains(p.By, c.ID) {
			chosen := slices.IndexFunc(c.Options, func(o Option) bool { return o.ID == *t.Choice(c.ID) })
			at = at*(len(c.Options)+1) + chosen + 1
		}
	}
	return at
}

// Draw is the picture of these traits. A page does the same.
func (s Sketch) Draw(t Traits) string {
	var b strings.Builder
	for _, p := range s.Pieces {
		b.WriteString(p.Drawn[p.Of[p.at(t)]])
	}
	return tokenPattern.ReplaceAllStringFunc(b.String(), func(token string) string {
		category, shade, _ := strings.Cut(token[1:len(token)-1], ".")
		return s.Colours[category][*t.Choice(category)][shade]
	})
}

// pencil are the shades of what has no colour yet.
var pencil = palette{"lo": "#b9aea1", "mid": "#d9d0c4", "hi": "#efe9df", "lite": "#fbf8f2", "line": "#21130d",
	"blush": "#c9beb0"}

func colours(palettes map[string]palette) map[string]map[string]string {
	out := map[string]map[string]string{"": pencil}
	for id, p := range palettes {
		out[id] = p
	}
	return out
}

// tokenised are data with tokens for colours. Expressions do without their poses, whose arms would
// be half of the drawings.
func tokenised(data *figureData) *figureData {
	own := *data
	own.Palettes.Background = inTokens("background", data.Palettes.Background)
	own.Palettes.Flame = inTokens("flame", data.Palettes.Flame)
	own.Palettes.Base = inTokens("base", data.Palettes.Base)
	own.Expressions = maps.Clone(data.Expressions)
	for id, l := range own.Expressions {
		l.Pose = ""
		own.Expressions[id] = l
	}
	own.Clothing = maps.Clone(data.Clothing)
	for id, g := range own.Clothing {
		g.Sleeve.Fill, g.Sleeve.Cuff = "{clothing.sleeve}", "{clothing.cuff}"
		own.Clothing[id] = g
	}
	return &own
}

func inTokens(category string, palettes map[string]palette) map[string]palette {
	out := map[string]palette{}
	for id, p := range palettes {
		out[id] = palette{}
		for shade := range p {
			out[id][shade] = "{" + category + "." + shade + "}"
		}
		if finish, ok := p["finish"]; ok {
			out[id]["finish"] = finish
		}
	}
	return out
}
