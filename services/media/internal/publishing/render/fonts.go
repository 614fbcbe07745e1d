package render

import "mcwick.example/services/media/internal/fonts"

// Family is one typeface of the font picker.
type Family struct {
	Name     string  // as in the font picker and in an Overlay
	File     string  // in package fonts
	Baseline float64 // from the middle of a line down to its baseline, in font sizes
}

// The baselines put the middle of the box between ascender and descender on the middle of the line.
// They are constants rather than read from the fonts because the browser's preview uses the same
// table. "Impact" names the look: it is drawn with Anton, whose license allows it.
var families = []Family{
	{Name: "Impact", File: "anton.ttf", Baseline: 0.424},
	{Name: "Press Start 2P", File: "press-start-2p.ttf", Baseline: 0.5},
	{Name: "Comic Neue", File: "comic-neue.ttf", Baseline: 0.325},
	{Name: "Permanent Marker", File: "permanent-marker.ttf", Baseline: 0.396},
	{Name: "Bangers", File: "bangers.ttf", Baseline: 0.351},
	{Name: "Fredoka One", File: fonts.FredokaOne, Baseline: 0.369},
	{Name: "VT323", File: "vt323.ttf", Baseline: 0.3},
}

// Families lists the font picker's families; the first is the default.
func Families() []Family { return append([]Family(nil), families...) }

// FamilyNamed returns the family of that name.
func FamilyNamed(name string) (Family, bool) {
	for _, f := range families {
		if f.Name == name {
			return f, true
		}
	}
	return Family{}, false
}
