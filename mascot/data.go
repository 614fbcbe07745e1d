package mascot

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
)

//go:embed data
var dataFiles embed.FS

// library is everything that data holds, parsed.
type library struct {
	categories []Category
	figure     *figureData
	scenes     []scene
	finishes   []finish
}

// figureData is data/figure.json with the parts beside it. Lengths are units of the 1024 canvas,
// angles degrees.
type figureData struct {
	Ink         string
	W           float64 // line width of silhouettes
	Inner       float64 `json:"w"` // line width of everything else
	Arm         float64
	LegWidth    float64
	Smoke, Shoe string
	Die         struct {
		White string
		Grow  float64
	}
	Anchors     map[string][2]float64
	Order       []string // layers, back to front
	Paths       map[string]string
	Palettes    struct{ Background, Flame, Base map[string]palette }
	Expressions map[string]look
	Moods       map[string]look
	Clothing    map[string]garment
	Headwear    map[string]hat
	Accessories map[string]item
	Hands       map[string]hand
	Poses       map[string]pose
	RandomPoses []string

	parts map[string]map[string]map[string]string // group, id, layer
	first map[string]string                       // fallback id of each colour category
}

// palette maps lo, mid, hi and, for the wax, lite, line, blush and surface to colours.
type palette map[string]string

type look struct {
	Eyes, Brows, Mouth string
	Extras             []string
	Flame              string // flame state
	FlamePalette       string
	Pose               string
	Insists            bool // on its pose, which others leave to chance now and then
}

type garment struct {
	Sleeve sleeve
	Hand   *palette
}

type sleeve struct {
	Fill, Cuff string
	Len        float64 // share of the arm
}

type hat struct {
	Flame      *struct{ Dy, S float64 }
	FlameState string
	FlameLayer string
	NoBrows    bool
}

type item struct {
	Hand      *glove
	Pose      string
	PoseWith  map[string]string // instead of Pose, by expression
	HandScale float64
}

type glove struct {
	Lo, Mid, Hi string
	Facets      bool
}

// hand is made of bones [x1 y1 x2 y2 width] and lines [x1 y1 x2 y2]; over lies in front of what it
// holds.
type hand struct {
	Bones, Lines, Over [][]float64
}

type pose struct {
	L, R       arm
	LegL, LegR string
	Tilt, Dy   float64
}

type arm struct {
	From, C1, C2, To [2]float64
	Hand, Prop       string
	Rot, Flip        float64
	Front            bool
}

// load parses the data once. The files are part of the program, so a mistake in them is one in the
// program and panics; the package's tests draw every part.
var load = sync.OnceValue(func() *library {
	l := &library{figure: &figureData{}}
	mustJSON("traits.json", &l.categories)
	mustJSON("figure.json", l.figure)
	l.figure.parts = readParts()
	l.figure.first = map[string]string{}
	for _, c := range l.categories {
		if c.Required {
			l.figure.first[c.ID] = c.Options[0].ID
		}
	}
	l.scenes = readScenes()
	l.finishes = readFinishes()
	return l
})

func mustRead(name string) []byte {
	data, err := dataFiles.ReadFile("data/" + name)
	if err != nil {
		panic(fmt.Sprintf("mascot: %v", err))
	}
	return data
}

func mustJSON(name string, into any) {
	if err := json.Unmarshal(mustRead(name), into); err != nil {
		panic(fmt.Sprintf("mascot: %s: %v", name, err))
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
