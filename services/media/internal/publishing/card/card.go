// Package card draws the picture of a link preview: what was published at its left, and beside it what
// it is called, who made it and where it is.
package card

import (
	"bytes"
	"embed"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"strings"
	"sync"
	"unicode/utf8"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"mcwick.example/services/media/internal/publishing/render"
)

// The size of a card in pixels, as Open Graph's readers have it.
const (
	Width  = 1200
	Height = 630
)

// quality is JPEG's, 0 to 100; a card has some 90 kB then.
const quality = 86

// Card is what a card shows. Letters that no font has are left out.
type Card struct {
	Picture image.Image // nil for a drawing of the mascot
	Pose    string      // of the mascot: see Poses; any other is the first
	Title   string
	Byline  string
	Brand   string
	Sealed  bool   // the byline is a proven handle
	Credit  string // of the picture that it was made from; empty for none
}

// poses are the drawings of the mascot, by name: pose-{name}.svg of the page, 720 pixels wide.
//
//go:embed poses/*.webp
var poses embed.FS

// Poses are their names.
var Poses = []string{"wave", "point", "cheer", "dance", "raise", "thumb", "hips", "phone", "think"}

// decodePoses decodes each of them once, at the first card without a picture.
var decodePoses = sync.OnceValues(func() (map[string]image.Image, error) {
	all := make(map[string]image.Image, len(Poses))
	for _, name := range Poses {
		b, err := poses.ReadFile("poses/" + name + ".webp")
		if err != nil {
			return nil, err
		}
		if all[name], err = webp.Decode(bytes.NewReader(b)); err != nil {
			return nil, fmt.Errorf("pose %s: %w", name, err)
		}
	}
	return all, nil
})

// Draw returns the card as a JPEG. It takes one core some tens of milliseconds.
func Draw(r *render.Renderer, c Card) ([]byte, error) {
	m := image.NewRGBA(image.Rect(0, 0, Width, Height))
	left, err := drawPicture(m, c)
	if err != nil {
		return nil, err
	}
	if err := drawTexts(m, r, c, left); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// margin is the room around what a card shows; frame is the width of the line around a picture.
const (
	margin = 36
	frame  = 8
)

// drawPicture paints the ground and the picture, and returns where the room for the texts begins.
func drawPicture(m *image.RGBA, c Card) (left int, err error) {
	drawGround(m)
	if c.Picture == nil {
		all, err := decodePoses()
		if err != nil {
			return 0, err
		}
		pose := all[c.Pose]
		if pose == nil {
			pose = all[Poses[0]]
		}
		b := pose.Bounds()
		width := Height * b.Dx() / b.Dy()
		xdraw.CatmullRom.Scale(m, image.Rect(margin, 0, margin+width, Height), pose, b, xdraw.Over, nil)
		return 2*margin + width, nil
	}
	side := Height - 2*margin
	width := min(side, side*c.Picture.Bounds().Dx()/max(c.Picture.Bounds().Dy(), 1))
	at := image.Rect(margin, margin, margin+width, margin+side)
	draw.Draw(m, at.Inset(-frame), image.NewUniform(color.RGBA{0xff, 0xf6, 0xe4, 255}), image.Point{}, draw.Src)
	xdraw.CatmullRom.Scale(m, at, c.Picture, c.Picture.Bounds(), xdraw.Src, nil)
	return at.Max.X + frame + margin, nil
}

// The colors of the ground, from the glow around the candle to the dark of the page.
var (
	glow = [3]float64{0xa8, 0x55, 0x1c}
	dark = [3]float64{0x17, 0x10, 0x0c}
)

// drawGround paints a glow that fades to the dark.
func drawGround(m *image.RGBA) {
	const centerX, centerY, radius = Height / 2, Height * 0.42, 820
	for y := range Height {
		row := m.Pix[y*m.Stride:]
		for x := range Width {
			d := min(math.Hypot(float64(x-centerX), float64(y)-centerY)/radius, 1)
			fade := d * (2 - d)
			for i := range 3 {
				row[4*x+i] = uint8(glow[i] + (dark[i]-glow[i])*fade)
			}
			row[4*x+3] = 255
		}
	}
}

// Fonts, sizes in pixels and colors of the texts.
const (
	titleFamily = "Fredoka One"
	titleLines  = 4
	bylineSize  = 36
	bylineLines = 2
	creditSize  = 28
	brandSize   = 44
	titleColor  = "#fff6e4"
	bylineColor = "#ffc83d"
	brandColor  = "#ffffff"
	sealSide    = 40
)

// titleSizes are tried from the largest on, until the title fits; the smallest one cuts it.
var titleSizes = []float64{72, 60, 50, 42}

// drawTexts paints title, byline and brand into the room right of left. They are laid out on a canvas
// of the renderer's size, of which that room is the upper left.
func drawTexts(m *image.RGBA, r *render.Renderer, c Card, left int) error {
	room := image.Rect(left, 0, Width-margin, Height)
	canvas := image.NewRGBA(image.Rect(0, 0, render.Size, render.Size))
	draw.Draw(canvas, image.Rect(0, 0, room.Dx(), room.Dy()), m, room.Min, draw.Src)
	center := float64(room.Dx()) / 2

	size, lines := fitTitle(r, c.Title, room.Dx())
	bylineWidth := room.Dx() - 2*sealSide
	byline := cutLines(r, wrap(r, drawable(r, c.Byline), bylineSize, bylineWidth), bylineLines, bylineSize, bylineWidth)
	height := size*render.LineSpacing*float64(len(lines)) + bylineSize*render.LineSpacing*float64(len(byline)+1)
	y := (Height-brandSize*2-height)/2 + size*render.LineSpacing/2 + margin/2
	var texts []render.Overlay
	add := func(content string, size float64, color string, y float64) {
		if content != "" {
			texts = append(texts, render.Overlay{Content: content, FontFamily: titleFamily, FontSize: size,
				Color: color, X: center, Y: math.Round(y)})
		}
	}
	for _, line := range lines {
		add(line, size, titleColor, y)
		y += size * render.LineSpacing
	}
	bylineY := y - size*render.LineSpacing/2 + bylineSize
	for i, line := range byline {
		add(line, bylineSize, bylineColor, bylineY+float64(i)*bylineSize*render.LineSpacing)
	}
	add(cutLine(r, drawable(r, c.Credit), creditSize, room.Dx()), creditSize, titleColor,
		bylineY+(float64(len(byline))+0.2)*bylineSize*render.LineSpacing)
	add(cutLine(r, drawable(r, c.Brand), brandSize, room.Dx()), brandSize, brandColor, Height-margin-brandSize*0.6)
	painted, err := r.Render(canvas, texts)
	if err != nil {
		return fmt.Errorf("texts of a card: %w", err)
	}
	draw.Draw(m, room, painted, image.Point{}, draw.Src)
	if c.Sealed && len(byline) > 0 {
		drawSeal(m, float64(left)+center+widthOf(r, byline[0], bylineSize)/2+sealSide*0.8, bylineY)
	}
	return nil
}

// fitTitle returns the largest size at which a title fits the width, and its lines.
func fitTitle(r *render.Renderer, title string, width int) (size float64, lines []string) {
	title = drawable(r, strings.Join(strings.Fields(title), " "))
	for _, size = range titleSizes {
		lines = wrap(r, title, size, width)
		if len(lines) <= titleLines {
			return size, lines
		}
	}
	return size, cutLines(r, lines, titleLines, size, width)
}

// cutLines returns the first lines of a text, the last of which ends with an ellipsis where more follow.
func cutLines(r *render.Renderer, lines []string, most int, size float64, width int) []string {
	if len(lines) > most {
		lines = append(lines[:most-1], cutLine(r, lines[most-1]+" …", size, width))
	}
	return lines
}

// wrap breaks a text into lines of at most a width in pixels; a word that is wider is a line of its
// own, and cut.
func wrap(r *render.Renderer, text string, size float64, width int) (lines []string) {
	var line string
	for word := range strings.FieldsSeq(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && widthOf(r, longer, size) > float64(width) {
			lines, longer = append(lines, line), word
		}
		line = cutLine(r, longer, size, width)
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// cutLine returns what fits of a line, with an ellipsis in the place of the rest.
func cutLine(r *render.Renderer, line string, size float64, width int) string {
	if widthOf(r, line, size) <= float64(width) {
		return line
	}
	line = strings.TrimSuffix(line, " …")
	for line != "" {
		_, n := utf8.DecodeLastRuneInString(line)
		line = strings.TrimRight(line[:len(line)-n], " ")
		if cut := line + "…"; widthOf(r, cut, size) <= float64(width) {
			return cut
		}
	}
	return ""
}

// maxText bounds what is laid out of a text, in letters: more does not fit on a card.
const maxText = 200

// drawable returns a text without what no font has, cut to maxText letters.
func drawable(r *render.Renderer, text string) string {
	if letters := []rune(text); len(letters) > maxText {
		text = string(letters[:maxText])
	}
	// What is left of a letter with marks, once the same letter without was removed, is missing in its turn.
	for {
		missing := layOut(r, text, bylineSize).Missing
		if len(missing) == 0 {
			return strings.TrimSpace(text)
		}
		for _, letter := range missing {
			text = strings.ReplaceAll(text, letter, "")
		}
	}
}

func layOut(r *render.Renderer, text string, size float64) render.Layout {
	family, _ := render.FamilyNamed(titleFamily)
	return r.LayOut(text, family, size)
}

// widthOf returns the width of a line in pixels; a line that the renderer would break is as wide as
// all of its parts.
func widthOf(r *render.Renderer, line string, size float64) (width float64) {
	for _, part := range layOut(r, line, size).Lines {
		width += part.Width * size / render.Unit
	}
	return width
}

// drawSeal paints the seal of a proven handle: a disc of wax with a mark.
func drawSeal(m *image.RGBA, centerX, centerY float64) {
	const radius = sealSide / 2
	mark := [][2]float64{{-0.42, 0.02}, {-0.1, 0.36}, {0.46, -0.34}}
	for y := int(centerY - radius - 2); y <= int(centerY+radius+2); y++ {
		for x := int(centerX - radius - 2); x <= int(centerX+radius+2); x++ {
			dx, dy := float64(x)-centerX, float64(y)-centerY
			edge := radius * (0.93 + 0.07*math.Cos(9*math.Atan2(dy, dx)))
			blend(m, x, y, color.RGBA{0xd8, 0x3a, 0x14, 255}, edge-math.Hypot(dx, dy))
			for i := range mark[1:] {
				d := distance(dx/radius, dy/radius, mark[i], mark[i+1]) * radius
				blend(m, x, y, color.RGBA{0xff, 0xf6, 0xe4, 255}, 2.6-d)
			}
		}
	}
}

// blend paints a pixel that lies so many pixels within an edge; half of one beyond it is transparent.
func blend(m *image.RGBA, x, y int, c color.RGBA, within float64) {
	alpha := min(max(within+0.5, 0), 1)
	if !(image.Point{X: x, Y: y}).In(m.Bounds()) || alpha == 0 {
		return
	}
	i := m.PixOffset(x, y)
	for k, v := range []uint8{c.R, c.G, c.B} {
		m.Pix[i+k] = uint8(float64(m.Pix[i+k])*(1-alpha) + float64(v)*alpha)
	}
}

// distance returns that of a point from a segment.
func distance(x, y float64, from, to [2]float64) float64 {
	dx, dy := to[0]-from[0], to[1]-from[1]
	t := min(max(((x-from[0])*dx+(y-from[1])*dy)/(dx*dx+dy*dy), 0), 1)
	return math.Hypot(x-from[0]-t*dx, y-from[1]-t*dy)
}
