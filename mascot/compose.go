package mascot

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// ownBrows are expressions whose eyebrows show even under a hat that hides others.
var ownBrows = regexp.MustCompile(`angry|chad`)

// layers draws every layer of the figure, by name.
func (f *figure) layers() map[string]string {
	d, l := f.data, map[string]string{}
	leg := f.part("body", "leg", "legs")
	l["legs"] = fmt.Sprintf(`<g transform="%s">%s</g><g transform="matrix(-1 0 0 1 1024 0)"><g transform="%s">%s</g></g>`, f.pose.LegL, leg, f.pose.LegR, leg)
	l["body"] = f.part("body", "body", "body")
	if surface := f.wax["finish"]; surface != "" {
		l["body"] += fmt.Sprintf(`<g clip-path="url(#%sbody)">%s</g>`, f.prefix, f.part("body", surface, "surface"))
	}
	l["body"] += f.part("body", "light", "body")
	l["bodyLine"] = f.part("body", "outline", "bodyLine")
	l["cap"] = f.part("body", "cap", "cap")
	l["shadow"] = f.part("body", "shadow", "shadow")
	if f.clothing != "" {
		l["cloth"] = fmt.Sprintf(`<g clip-path="url(#%sbody)"><g transform="translate(0 -14)">%s<path d="M260 880 H764 V920 H260Z" fill="%s" stroke="none"/></g></g>`,
			f.prefix, f.part("clothing", f.clothing, "cloth"), d.Clothing[f.clothing].Sleeve.Fill)
		l["neck"] = fmt.Sprintf(`<g transform="translate(0 -14)">%s</g>`, f.part("clothing", f.clothing, "neck"))
	}
	for _, layer := range d.Order {
		l[layer] += f.part("headwear", f.headwear, layer) + f.part("accessory", f.accessory, layer)
	}
	l[cmp.Or(f.hat.FlameLayer, "flame")] += f.flameAt()
	f.addFace(l)
	for _, a := range []arm{f.pose.L, f.pose.R} {
		l["armsBack"] += f.limb(a, 0)
		if a.Front { // starts behind the body and comes round to the front half-way
			l["armsFront"] += f.limb(a, 0.5)
		}
	}
	return l
}

func (f *figure) addFace(l map[string]string) {
	brows := f.look.Brows
	if f.hat.NoBrows && !ownBrows.MatchString(brows) {
		brows = "none"
	}
	for _, x := range f.look.Extras {
		l["face"] += f.part("face", "x."+x, "face")
		l["fx"] += f.part("face", "x."+x, "fx")
	}
	l["face"] += f.part("face", "mouth."+f.look.Mouth, "face") + f.part("face", "eyes."+f.look.Eyes, "face") +
		f.part("face", "brows."+brows, "face")
}

// flameFoot is where the flame stands and how large it is; headwear may move and shrink it.
func (f *figure) flameFoot() (x, y, scale float64) {
	wick := f.data.Anchors["wick"]
	if h := f.hat.Flame; h != nil {
		return wick[0], wick[1] + h.Dy, h.S
	}
	return wick[0], wick[1], 1
}

func (f *figure) flameAt() string {
	x, y, scale := f.flameFoot()
	lean := 0.0
	if !f.still {
		lean = (f.chance.tilt - 0.5) * 8
	}
	return fmt.Sprintf(`<g transform="translate(%s %s) rotate(%s) scale(%s)">%s</g>`,
		exact(x), exact(y), tenth(lean), exact(scale), f.part("flame", f.flameState, "flame"))
}

// glow is the light around the flame. Without a background it ends at the upper edge of the picture,
// where it would be seen to be cut.
func (f *figure) glow() string {
	if f.flameState == "off" {
		return ""
	}
	x, y, scale := f.flameFoot()
	radius := 330.0
	if f.flameState == "tiny" {
		radius = 170
	}
	y, radius = y-130*scale, radius*scale
	if height := y + f.pose.Dy + f.headroom; f.bare && height < radius {
		return fmt.Sprintf(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s" fill="url(#%sglow)" stroke="none"/>`, exact(x),
			tenth(y), tenth(radius), tenth(height), f.prefix)
	}
	return fmt.Sprintf(`<circle cx="%s" cy="%s" r="%s" fill="url(#%sglow)" stroke="none"/>`, exact(x), tenth(y),
		tenth(radius), f.prefix)
}

// group stacks the layers in one <g>.
func (f *figure) group() string { return strings.Join(f.stack(), "") }

// stack is the group in pieces, the same number for every figure. Shadow and glow stay outside of
// the die-cut edge.
func (f *figure) stack() []string {
	l, tilt := f.layers(), f.pose.Tilt
	if !f.still {
		tilt += (f.chance.tilt - 0.5) * 5
	}
	die := ""
	if f.sticker {
		die = f.prefix + "die"
	}
	pieces := []string{
		fmt.Sprintf(`<g stroke="%s" stroke-width="%s" stroke-linejoin="round" stroke-linecap="round">`, f.data.Ink,
			exact(f.data.W)),
		l["shadow"],
		fmt.Sprintf(`<g transform="translate(0 %s) rotate(%s 512 980)">`, exact(f.pose.Dy), tenth(tilt)),
		f.glow(),
		fmt.Sprintf(`<g%s>`, useFilter(die)),
	}
	for _, name := range f.data.Order {
		if slices.Contains([]string{"shadow", "glow"}, name) {
			continue
		}
		filter, own := f.layerFilter[name]
		if !own {
			filter = f.layerFilter["*"]
		}
		layer := ""
		if l[name] != "" {
			layer = fmt.Sprintf(`<g data-layer="%s"%s>%s</g>`, name, useFilter(filter), l[name])
		}
		pieces = append(pieces, layer)
	}
	return append(pieces, `</g></g></g>`)
}

func useFilter(id string) string {
	if id == "" {
		return ""
	}
	return fmt.Sprintf(` filter="url(#%s)"`, id)
}

// document frames the figure as a picture of its own.
func (f *figure) document(o Options) string { return strings.Join(f.pieces(o), "") }

// pieces are the document in parts, the same number for all figures with the same options.
func (f *figure) pieces(o Options) []string {
	back := ""
	if !o.Bare {
		back = f.backdrop()
	}
	scale, y := 0.975, 20.0
	if o.Margin {
		scale, y = 0.9, 64
	}
	f.headroom = y / scale
	pieces := []string{
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024" width="1024" height="1024">`,
		"<defs>" + f.defs() + "</defs>",
		back,
		fmt.Sprintf(`<g transform="translate(%s %s) scale(%s)">`, tenth(512-512*scale), tenth(y),
			exact(math.Round(scale*1000)/1000)),
	}
	return append(append(pieces, f.stack()...), "</g></svg>")
}

// backdrop is the light, the rays and the pattern behind a profile picture.
func (f *figure) backdrop() string {
	var rays strings.Builder
	ray := func(degrees float64) string {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		return tenth(512+1000*cos) + " " + tenth(470+1000*sin)
	}
	for i := range 12 {
		from := f.chance.ray*30 + float64(i)*30
		fmt.Fprintf(&rays, "M512 470 L%s L%sZ", ray(from), ray(from+15))
	}
	hi := f.bg["hi"]
	return fmt.Sprintf(`<defs><radialGradient id="%ssky" cx=".5" cy=".46" r=".75">%s%s%s</radialGradient></defs>`,
		f.prefix, stop("0", hi, "1"), stop("0.5", f.bg["mid"], "1"), stop("1", f.bg["lo"], "1")) +
		fmt.Sprintf(`<rect width="1024" height="1024" fill="url(#%ssky)"/><path d="%s" fill="%s" opacity=".45"/>%s<circle cx="512" cy="540" r="392" fill="%s" opacity=".55"/>`,
			f.prefix, rays.String(), hi, f.part("background", f.background, "background"), hi)
}
