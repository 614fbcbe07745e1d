package generation

import "fmt"

// mascotPrompt describes the mascot to a provider; every picture shows the same candle.
const mascotPrompt = "A stubby green wax candle as a cartoon mascot, with a melting rim, a golden flame, big round glasses, " +
	"a huge friendly grin, thin arms and sneakers"

// noText ends every image prompt, as the specification says.
const noText = "Don't place any text in the image."

// defaultStylePrompt goes with a style that is not one of the offered ones.
const defaultStylePrompt = "high quality, detailed, professional"

// stylePrompts is what each offered style adds to the prompt.
var stylePrompts = map[string]string{
	"Pixar 3D":         "soft studio light, rounded shapes, expressive face, glossy wax, shallow depth of field",
	"Anime":            "clean ink lines, speed lines, sparkling highlights, vivid cel shading",
	"Pixel Art":        "chunky 16-bit pixels, limited palette, crisp edges, arcade mood",
	"Watercolor":       "loose washes, bleeding edges, visible paper grain, gentle colours",
	"Oil Painting":     "thick brush strokes, warm varnish, dramatic chiaroscuro, old-master mood",
	"Digital Art":      "neon rim light, bold gradients, sharp details, poster composition",
	"Studio Ghibli":    "hand-painted backgrounds, drifting clouds, soft daylight, quiet wonder",
	"Claymation":       "modelling-clay texture, thumb prints, miniature set, stop-motion charm",
	"Disney Animation": "storybook glow, fluid lines, sparkling dust, musical-number energy",
	"Retro Comic Book": "halftone dots, heavy ink outlines, misprinted primary colours, pulp drama",
}

// Prompt is the provider's prompt.
func (m Meme) Prompt() string {
	flavour, ok := stylePrompts[m.Style]
	if !ok {
		flavour = defaultStylePrompt
	}
	return fmt.Sprintf("%s. Action: %s. Scene: %s. Style: %s, %s. %s", mascotPrompt, m.Action, m.Scene, m.Style,
		flavour, noText)
}
