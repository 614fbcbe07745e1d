package publications

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/publishing/render"
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

// checkOverlays returns every invalid field of the layers.
func checkOverlays(overlays []render.Overlay) []fault.Field {
	var bad []fault.Field
	if len(overlays) > maxOverlays {
		bad = append(bad, fault.Field{Name: "overlays",
			Message: fmt.Sprintf("A picture carries at most %d texts.", maxOverlays)})
	}
	for i, o := range overlays {
		bad = append(bad, checkOverlay(o, fmt.Sprintf("overlays[%d]", i))...)
	}
	return bad
}

// checkOverlay returns every invalid field of a layer, named under path.
func checkOverlay(o render.Overlay, path string) []fault.Field {
	bad := checkText(o.Content, o.FontFamily, o.FontSize)
	for i := range bad {
		bad[i].Name = path + "." + bad[i].Name
	}
	refuse := func(ok bool, field, message string) {
		if !ok {
			bad = append(bad, fault.Field{Name: path + "." + field, Message: message})
		}
	}
	refuse(hexColor.MatchString(o.Color), "color", "A colour looks like #ffc83d.")
	refuse(o.Rotation >= 0 && o.Rotation < 360 && math.Mod(o.Rotation, rotationStep) == 0, "rotation",
		"Text turns in steps of 15 degrees.")
	refuse(isOnCanvas(o.X), "x", "The text must stay on the picture.")
	refuse(isOnCanvas(o.Y), "y", "The text must stay on the picture.")
	return bad
}

// checkText returns every invalid field that affects a text's layout.
func checkText(content, family string, size float64) []fault.Field {
	var bad []fault.Field
	refuse := func(ok bool, field, message string) {
		if !ok {
			bad = append(bad, fault.Field{Name: field, Message: message})
		}
	}
	refuse(!text.IsBlank(content), "content", "Write something on it, or take the text away.")
	tooLong := fmt.Sprintf("A text has at most %d characters on %d lines.", maxContent, maxLines)
	message := text.DescribeProblem(content, maxContent, tooLong)
	if message == "" && strings.Count(content, "\n") >= maxLines {
		message = tooLong
	}
	refuse(message == "", "content", message)
	refuse(size >= minFontSize && size <= maxFontSize && math.Mod(size, fontSizeStep) == 0,
		"fontSize", "The font size goes from 32 to 200 in steps of 4.")
	_, known := render.FamilyNamed(family)
	refuse(known, "fontFamily", "That font isn't in our box.")
	return bad
}

func isOnCanvas(v float64) bool { return !math.IsNaN(v) && v >= 0 && v <= render.Size }
