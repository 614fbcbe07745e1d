package mascot

import "cmp"

// figure is one candle with all choices made.
type figure struct {
	data        *figureData
	background  string // id
	bg, wax     palette
	flame       palette
	look        look
	expression  string // ids; of the next three empty for none
	clothing    string
	headwear    string
	accessory   string
	hat         hat
	pose        pose
	glove       glove
	bareHands   bool // the glove is the wax itself
	handScale   float64
	flameState  string
	still       bool
	sticker     bool
	bare        bool    // without background
	headroom    float64 // above the figure's own canvas, in its units
	prefix      string
	layerFilter map[string]string // layer or * to filter id
	chance      struct{ tilt, look, lookY, ray, pose float64 }
	values      map[string]string // for tokens
}

func newFigure(data *figureData, t Traits, o Options) *figure {
	f := &figure{data: data, still: o.Still, sticker: !o.Flat, bare: o.Bare, prefix: o.Prefix}
	if f.prefix == "" {
		f.prefix = "m"
	}
	next := prng(o.Seed)
	c := &f.chance
	c.tilt, c.look, c.lookY, c.ray, c.pose = next(), next(), next(), next(), next()

	f.clothing = known(data.Clothing, t.Clothing, "")
	f.headwear = known(data.Headwear, t.Headwear, "")
	f.accessory = known(data.Accessories, t.Accessory, "")
	f.hat = data.Headwear[f.headwear]
	f.expression = known(data.Expressions, t.Expression, "neutral")
	f.look = data.Expressions[f.expression]
	_, moody := data.Moods[o.Mood]
	if moody {
		f.look = data.Moods[o.Mood]
	}
	f.background = known(data.Palettes.Background, t.Background, data.first["background"])
	f.bg = data.Palettes.Background[f.background]
	f.wax = data.Palettes.Base[known(data.Palettes.Base, t.Base, data.first["base"])]
	f.flame = data.Palettes.Flame[known(data.Palettes.Flame, cmp.Or(f.look.FlamePalette, t.Flame), data.first["flame"])]
	f.flameState = cmp.Or(o.Flame, f.hat.FlameState, f.look.Flame, "normal")
	f.pose = f.choosePose(o, moody)
	f.dressHands()
	f.values = f.tokens()
	return f
}

// choosePose: asked for, given by the accessory or the mood, or mostly by the expression; else by
// chance.
func (f *figure) choosePose(o Options, moody bool) pose {
	random := f.data.RandomPoses[int(f.chance.pose*float64(len(f.data.RandomPoses)))]
	held := f.data.Accessories[f.accessory]
	id := cmp.Or(o.Pose, held.PoseWith[f.expression], held.Pose)
	if id == "" && f.look.Pose != "" && (moody || f.look.Insists || f.chance.pose < 0.75) {
		id = f.look.Pose
	}
	if p, ok := f.data.Poses[cmp.Or(id, random)]; ok {
		return p
	}
	return f.data.Poses["idle"]
}

func (f *figure) dressHands() {
	f.handScale = 1
	f.glove = glove{Lo: f.wax["lo"], Mid: f.wax["mid"], Hi: f.wax["hi"]}
	f.bareHands = true
	if a := f.data.Accessories[f.accessory]; a.Hand != nil {
		f.glove, f.bareHands = *a.Hand, false
		if a.HandScale > 0 {
			f.handScale = a.HandScale
		}
	} else if p := f.data.Clothing[f.clothing].Hand; p != nil {
		f.glove, f.bareHands = glove{Lo: (*p)["lo"], Mid: (*p)["mid"], Hi: "#fff"}, false
	}
}

func (f *figure) tokens() map[string]string {
	d := f.data
	v := map[string]string{
		"ink": d.Ink, "W": exact(d.W), "w": exact(d.Inner), "p": f.prefix, "smoke": d.Smoke, "shoe": d.Shoe,
		"BODY": d.Paths["BODY"], "CAP": d.Paths["CAP"], "EYES": d.Paths["EYES"],
		"LI": exact(d.LegWidth), "LO": tenth(d.LegWidth + d.W*1.9), "ex": "0", "ey": "0",
	}
	if !f.still { // where the eyes look
		v["ex"], v["ey"] = tenth((f.chance.look-0.5)*28), tenth((f.chance.lookY-0.5)*16)
	}
	for name, p := range map[string]palette{"base": f.wax, "flame": f.flame, "bg": f.bg} {
		for shade, colour := range p {
			v[name+"."+shade] = colour
		}
	}
	return v
}

// part returns the drawing of a part in one layer, empty if it has none there.
func (f *figure) part(group, id, layer string) string {
	svg := f.data.parts[group][id][layer]
	if svg == "" {
		return ""
	}
	return fillTokens(svg, f.values)
}

// known is the id when the table has it, else the fallback.
func known[V any](table map[string]V, id, fallback string) string {
	if _, ok := table[id]; ok {
		return id
	}
	return fallback
}
