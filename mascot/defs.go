package mascot

import (
	"fmt"
	"strings"
)

func stop(at, colour, opacity string) string {
	return fmt.Sprintf(`<stop offset="%s" stop-color="%s" stop-opacity="%s"/>`, at, colour, opacity)
}

// defs are the clips, lights and the die-cut edge that parts refer to by id.
func (f *figure) defs() string {
	p, paths := f.prefix, f.data.Paths
	light, lightOpacity, poolOpacity := f.flame["hi"], "0.75", "1"
	if f.flameState == "off" {
		light, lightOpacity, poolOpacity = f.wax["hi"], "0.2", "0.3"
	}
	var s strings.Builder
	for _, c := range [][2]string{{"body", "BODY"}, {"cap", "CAP"}, {"eyes", "EYES"}, {"dm", "DM"}} {
		fmt.Fprintf(&s, `<clipPath id="%s%s"><path d="%s"/></clipPath>`, p, c[0], paths[c[1]])
	}
	fmt.Fprintf(&s, `<clipPath id="%slow"><rect x="200" y="212" width="640" height="120"/></clipPath>`, p)
	fmt.Fprintf(&s, `<radialGradient id="%slight">%s%s</radialGradient>`, p, stop("0", light, lightOpacity),
		stop("1", f.flame["hi"], "0"))
	fmt.Fprintf(&s, `<radialGradient id="%spool">%s%s</radialGradient>`, p, stop("0", light, poolOpacity),
		stop("1", f.flame["mid"], "0"))
	fmt.Fprintf(&s, `<radialGradient id="%sglow">%s%s%s</radialGradient>`, p, stop("0", f.flame["mid"], "0.75"),
		stop("0.45", f.flame["mid"], "0.32"), stop("1", f.flame["mid"], "0"))
	if f.sticker {
		s.WriteString(f.dieCut())
	}
	return s.String()
}

// dieCut is a filter that puts a white edge and a soft shadow around the silhouette: blurred, then
// thresholded.
func (f *figure) dieCut() string {
	return fmt.Sprintf(`<filter id="%sdie" x="-20%%" y="-20%%" width="140%%" height="140%%" color-interpolation-filters="sRGB">`+
		`<feGaussianBlur in="SourceAlpha" stdDeviation="%s" result="b"/>`+
		`<feComponentTransfer in="b" result="e"><feFuncA type="linear" slope="24" intercept="-1.2"/></feComponentTransfer>`+
		`<feFlood flood-color="%s"/><feComposite in2="e" operator="in" result="w"/>`+
		`<feOffset in="e" dx="6" dy="12" result="o"/><feFlood flood-color="%s" flood-opacity=".22"/><feComposite in2="o" operator="in" result="s"/>`+
		`<feMerge><feMergeNode in="s"/><feMergeNode in="w"/><feMergeNode in="SourceGraphic"/></feMerge></filter>`,
		f.prefix, exact(f.data.Die.Grow), f.data.Die.White, f.data.Ink)
}
