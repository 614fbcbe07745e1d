// Package mascot draws McWick, the candle, from data: traits and a seed go in, one SVG document
// comes out.
//
// The drawing is data (folder data: parts, palettes, poses, scenes, finishes); this package only
// picks parts, fills in colours and stacks layers. Everything is a pure function: the same input
// gives the same bytes, so pictures can be cached by a hash of their input. No text from a visitor
// ever enters a picture: words only choose among what is drawn here.
package mascot

//go:generate go run ./cmd/web -out ../frontend/packages/ui/src/gen/mascot -modules ../frontend/remotes/studio/src/gen

// Traits choose how the candle looks. Ids are those of Categories; empty or unknown ones fall back
// to the first colour of their category, a neutral face, and no clothing, headwear or accessory.
type Traits struct {
	Background string `json:"background,omitempty"`
	Flame      string `json:"flame,omitempty"`
	Base       string `json:"base,omitempty"`
	Expression string `json:"expression,omitempty"`
	Clothing   string `json:"clothing,omitempty"`
	Headwear   string `json:"headwear,omitempty"`
	Accessory  string `json:"accessory,omitempty"`
}

// Choice is where the option of a category is kept, to be read or set; nil for a category that does
// not exist.
func (t *Traits) Choice(category string) *string {
	switch category {
	case "background":
		return &t.Background
	case "flame":
		return &t.Flame
	case "base":
		return &t.Base
	case "expression":
		return &t.Expression
	case "clothing":
		return &t.Clothing
	case "headwear":
		return &t.Headwear
	case "accessory":
		return &t.Accessory
	default:
		return nil
	}
}

// Options vary a picture without changing who is on it. The zero value is a profile picture.
type Options struct {
	Seed   uint32 // small variation: tilt, look, ray angle, and the pose when no trait asks for one
	Margin bool   // leaves more space around the candle, which otherwise fills the square
	Mood   string // one of the moods in data/figure.json: replaces expression, flame and pose
	Pose   string // one of the poses in data/figure.json
	Flame  string // flame state: normal, tall, tiny or off
	Prefix string // starts every id; must differ between pictures merged into one document. Default "m"
	Flat   bool   // without the white die-cut edge
	Bare   bool   // without background
	Still  bool   // looks straight ahead, without tilt
}

// Compose draws one candle as an SVG document with a canvas of 1024 × 1024 units.
func Compose(traits Traits, o Options) string {
	f := newFigure(load().figure, traits, o)
	return f.document(o)
}
