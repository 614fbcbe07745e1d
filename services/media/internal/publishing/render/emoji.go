package render

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/go-text/typesetting/font"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

// Emoji is a picture in a line. It has neither outline nor the text's color.
type Emoji struct {
	Name          string  // the argument of EmojiPicture
	X, Y          float64 // units, the upper left corner
	Width, Height float64 // units
}

// emojiFont is a font of PNG pictures, such as Noto Color Emoji.
type emojiFont struct {
	font    *font.Font
	version string // distinguishes font files, so that a picture never changes under its name
}

// openEmoji reads the font of a file, some 11 MB, without keeping the file itself.
func openEmoji(name string) (*emojiFont, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	face, err := font.ParseTTF(file)
	if err != nil {
		return nil, fmt.Errorf("emoji font %s: %w", name, err)
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(file, 0, math.MaxInt64)); err != nil {
		return nil, fmt.Errorf("emoji font %s: %w", name, err)
	}
	return &emojiFont{font: face.Font, version: fmt.Sprintf("%x", sum.Sum(nil)[:4])}, nil
}

// newFace returns a face for one goroutine; nil without a font.
func (f *emojiFont) newFace() *font.Face {
	if f == nil {
		return nil
	}
	return font.NewFace(f.font)
}

func (f *emojiFont) name(id font.GID) string { return fmt.Sprintf("%s-%d", f.version, id) }

// EmojiPicture returns the PNG of an emoji that a layout named.
func (r *Renderer) EmojiPicture(name string) ([]byte, bool) {
	if r.emoji == nil {
		return nil, false
	}
	glyph, ok := strings.CutPrefix(name, r.emoji.version+"-")
	id, err := strconv.ParseUint(glyph, 10, 16)
	if !ok || err != nil || r.emoji.name(font.GID(id)) != name {
		return nil, false
	}
	return pictureOf(r.emoji.newFace(), font.GID(id))
}

func pictureOf(face *font.Face, id font.GID) ([]byte, bool) {
	b, ok := face.GlyphDataBitmap(id)
	return b.Data, ok && b.Format == font.PNG
}

// drawsEmoji reports whether a cluster consists of pictures only.
func (s *shaper) drawsEmoji(cluster []rune) bool {
	if s.emoji == nil || !hasAll(s.emoji, cluster) {
		return false
	}
	drawn := false
	for _, g := range s.shapeRun(cluster, s.emoji) {
		_, ok := pictureOf(s.emoji, g.GlyphID)
		if !ok && g.Advance != 0 {
			return false
		}
		drawn = drawn || ok
	}
	return drawn
}

// placeEmoji adds the pictures of a run from x on, in font sizes, and returns where it ends.
func (s *shaper) placeEmoji(line *Line, x float64, run []rune) float64 {
	face := s.emoji
	upem := float64(face.Upem())
	for _, g := range s.shapeRun(run, face) {
		if box, ok := face.GlyphExtents(g.GlyphID); ok && box.Width > 0 {
			line.Emoji = append(line.Emoji, Emoji{
				Name:  s.pictures.name(g.GlyphID),
				X:     round((x + (units(g.XOffset)+float64(box.XBearing))/upem) * Unit),
				Y:     round(-(units(g.YOffset) + float64(box.YBearing)) / upem * Unit),
				Width: round(float64(box.Width) / upem * Unit), Height: round(-float64(box.Height) / upem * Unit),
			})
		}
		x += units(g.Advance) / upem
	}
	return x
}

// paintEmoji draws the pictures of a text, each in its box.
func (r *Renderer) paintEmoji(dst *image.RGBA, t text) error {
	decoded := map[string]image.Image{}
	for i, l := range t.layout.Lines {
		left, base := t.start(i)
		for _, e := range l.Emoji {
			m, err := r.decodeEmoji(decoded, e.Name)
			if err != nil {
				return err
			}
			draw.CatmullRom.Transform(dst, t.emojiMatrix(e, left, base, m.Bounds()), m, m.Bounds(), draw.Over, nil)
		}
	}
	return nil
}

func (r *Renderer) decodeEmoji(decoded map[string]image.Image, name string) (image.Image, error) {
	if m, ok := decoded[name]; ok {
		return m, nil
	}
	data, _ := r.EmojiPicture(name)
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("emoji %s: %w", name, err)
	}
	b := m.Bounds()
	// premultiplied, so that no color of a transparent pixel bleeds in
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(out, out.Bounds(), m, b.Min, draw.Src)
	decoded[name] = out
	return out, nil
}

// emojiMatrix maps the picture's pixels to those of the meme.
func (t text) emojiMatrix(e Emoji, left, base float64, b image.Rectangle) f64.Aff3 {
	scale := t.size / Unit
	origin := t.place(point{left + e.X*scale, base + e.Y*scale})
	across, down := e.Width*scale/float64(b.Dx()), e.Height*scale/float64(b.Dy())
	return f64.Aff3{
		t.cos * across, -t.sin * down, origin.x,
		t.sin * across, t.cos * down, origin.y,
	}
}
