package mascot

import (
	"fmt"
	"math"
	"strings"
)

type bezier [4][2]float64

// cut returns a Bézier curve up to t or, with rest, from t on (de Casteljau).
func (b bezier) cut(t float64, rest bool) bezier {
	mid := func(p, q [2]float64) [2]float64 { return [2]float64{p[0] + (q[0]-p[0])*t, p[1] + (q[1]-p[1])*t} }
	ab, bc, cd := mid(b[0], b[1]), mid(b[1], b[2]), mid(b[2], b[3])
	abc, bcd := mid(ab, bc), mid(bc, cd)
	split := mid(abc, bcd)
	if rest {
		return bezier{split, bcd, cd, b[3]}
	}
	return bezier{b[0], ab, abc, split}
}

func (b bezier) String() string {
	return fmt.Sprintf("M%s C%s %s %s", pair(b[0]), pair(b[1]), pair(b[2]), pair(b[3]))
}

func pair(p [2]float64) string { return tenth(p[0]) + " " + tenth(p[1]) }

// bones draws thick round strokes. grow makes them wider, for the ink pass.
func (f *figure) bones(bones [][]float64, grow float64, colour string) string {
	var s strings.Builder
	for _, b := range bones {
		fmt.Fprintf(&s, `<path d="M%s %s L%s %s" stroke="%s" stroke-width="%s"/>`, exact(b[0]), exact(b[1]),
			exact(b[2]), exact(b[3]), colour, tenth(b[4]+grow/f.handScale))
	}
	return s.String()
}

// limb draws one arm with its hand, from a share of its length on: an ink pass, then a colour pass,
// so that bones melt into one outline.
func (f *figure) limb(a arm, from float64) string {
	d := f.data
	whole := bezier{a.From, a.C1, a.C2, a.To}
	path, colour, caps := whole, whole, ""
	if from > 0 { // the colour overlaps the cut a little
		path, colour, caps = whole.cut(from, true), whole.cut(from-0.05, true), ` stroke-linecap="butt"`
	}
	flip := a.Flip
	if flip == 0 {
		flip = 1
	}
	at := fmt.Sprintf("translate(%s %s) rotate(%s) scale(%s %s)", tenth(a.To[0]), tenth(a.To[1]), exact(a.Rot),
		exact(f.handScale), exact(f.handScale*flip))
	grow := d.W * 1.9
	hand, dressed := d.Hands[a.Hand], f.clothing != ""
	ink, fill := f.bones(hand.Bones, grow, d.Ink), f.bones(hand.Bones, 0, f.glove.Mid)
	skin := fmt.Sprintf(`<path d="%s" stroke="%s" stroke-width="%s"%s/>`, colour, f.wax["mid"], exact(d.Arm), caps)

	var s strings.Builder
	fmt.Fprintf(&s, `<g fill="none"><path d="%s" stroke-width="%s"%s/>`, path, tenth(d.Arm+grow), caps)
	if !dressed && f.bareHands { // arm and hand are one piece of wax: no line between them
		fmt.Fprintf(&s, `<g transform="%s">%s</g>%s<g transform="%s">%s</g>`, at, ink, skin, at, fill)
	} else {
		fmt.Fprintf(&s, `%s<g transform="%s">%s%s</g>`, skin, at, ink, fill)
	}
	f.palm(&s, hand, at)
	if dressed {
		f.sleeve(&s, d.Clothing[f.clothing].Sleeve, whole, path, from, caps)
	}
	s.WriteString("</g>")
	if a.Prop != "" {
		fmt.Fprintf(&s, `<g transform="translate(%s %s) rotate(%s)">%s</g>`, tenth(a.To[0]), tenth(a.To[1]),
			exact(a.Rot+84), f.part("prop", a.Prop, "prop"))
	}
	if hand.Over != nil {
		fmt.Fprintf(&s, `<g fill="none" transform="%s">`, at)
		for _, b := range hand.Over {
			s.WriteString(f.bones([][]float64{b}, grow, d.Ink))
		}
		s.WriteString(f.bones(hand.Over, 0, f.glove.Mid) + "</g>")
	}
	return s.String()
}

// palm adds the inner light, the finger lines, and the facets of crystal hands.
func (f *figure) palm(s *strings.Builder, hand hand, at string) {
	b := hand.Bones[0]
	fmt.Fprintf(s, `<g transform="%s"><path d="M%s %s L%s %s" stroke="%s" stroke-width="%s" opacity=".9"/>`, at,
		exact(b[0]+8), tenth(-b[4]/4), exact(b[2]-6), tenth(-b[4]/4), f.glove.Hi, tenth(b[4]/5))
	if f.glove.Facets {
		fmt.Fprintf(s,
			`<path d="M-8 14 L14 -14 L44 -10 L50 14 L24 28Z M14 -14 L24 28 M44 -10 L24 28" stroke="%s" stroke-width="6"/><path d="M48 -22 L62 -30 M52 -6 L74 -9" stroke="#fff" stroke-width="8"/>`, f.glove.Lo)
	}
	for _, l := range hand.Lines {
		fmt.Fprintf(s, `<path d="M%s %s L%s %s" stroke-width="%s"/>`, exact(l[0]), exact(l[1]), exact(l[2]),
			exact(l[3]), exact(f.data.Inner))
	}
	s.WriteString("</g>")
}

// sleeve covers the arm up to its length and ends in a cuff across it.
func (f *figure) sleeve(s *strings.Builder, sl sleeve, whole, path bezier, from float64, caps string) {
	t := (sl.Len - from) / (1 - from)
	if t < 0.1 {
		return
	}
	arm, grow := f.data.Arm, f.data.W*1.9
	up := path.cut(t, false)
	colour := up
	if from > 0 {
		colour = whole.cut(sl.Len, false).cut((from-0.05)/sl.Len, true)
	}
	end, before := up[3], up[2]
	dx, dy := end[0]-before[0], end[1]-before[1]
	length := math.Hypot(dx, dy)
	if length == 0 {
		length = 1
	}
	dx, dy = dx/length*8, dy/length*8
	cuff := fmt.Sprintf("M%s %s L%s %s", tenth(end[0]-dx), tenth(end[1]-dy), tenth(end[0]+dx), tenth(end[1]+dy))
	fmt.Fprintf(s, `<path d="%s" stroke-width="%s"%s/><path d="%s" stroke="%s" stroke-width="%s"%s/>`, up,
		tenth(arm+16+grow), caps, colour, sl.Fill, exact(arm+16), caps)
	fmt.Fprintf(s, `<path d="%s" stroke-width="%s"/><path d="%s" stroke="%s" stroke-width="%s"/>`, cuff,
		tenth(arm+22+grow), cuff, sl.Cuff, exact(arm+22))
}
