package media

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/render"
)

// The limits of the text editor.
const (
	maxOverlays  = 2
	maxContent   = 200 // UTF-16 code units
	maxLines     = 8
	minFontSize  = 32
	maxFontSize  = 200
	fontSizeStep = 4
	rotationStep = 15
)

var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// checkOverlays tells every field of the layers that breaks a rule.
func checkOverlays(overlays []render.Overlay) []fault.Field {
	var bad []fault.Field
	if len(overlays) > maxOverlays {
		bad = append(bad, fault.Field{Name: "overlays", Message: fmt.Sprintf("A picture carries at most %d texts.", maxOverlays)})
	}
	for i, o := range overlays {
		bad = append(bad, checkOverlay(o, fmt.Sprintf("overlays[%d]", i))...)
	}
	return bad
}

// checkOverlay tells every field of a layer that breaks a rule, named under path.
func checkOverlay(o render.Overlay, path string) []fault.Field {
	var bad []fault.Field
	refuse := func(ok bool, field, message string) {
		if !ok {
			bad = append(bad, fault.Field{Name: path + "." + field, Message: message})
		}
	}
	refuse(strings.TrimSpace(o.Content) != "", "content", "Write something on it, or take the text away.")
	refuse(text.Units(o.Content) <= maxContent && strings.Count(o.Content, "\n") < maxLines && text.Plain(o.Content),
		"content", fmt.Sprintf("A text has at most %d characters on %d lines.", maxContent, maxLines))
	refuse(o.FontSize >= minFontSize && o.FontSize <= maxFontSize && math.Mod(o.FontSize, fontSizeStep) == 0,
		"fontSize", "The font size goes from 32 to 200 in steps of 4.")
	refuse(slices.ContainsFunc(render.Families(), func(f render.Family) bool { return f.Name == o.FontFamily }),
		"fontFamily", "That font isn't in our box.")
	refuse(hexColor.MatchString(o.Color), "color", "A colour looks like #ffc83d.")
	refuse(o.Rotation >= 0 && o.Rotation < 360 && math.Mod(o.Rotation, rotationStep) == 0, "rotation", "Text turns in steps of 15 degrees.")
	refuse(onCanvas(o.X), "x", "The text must stay on the picture.")
	refuse(onCanvas(o.Y), "y", "The text must stay on the picture.")
	return bad
}

func onCanvas(v float64) bool { return !math.IsNaN(v) && v >= 0 && v <= render.Size }
