// Package fonts holds the typefaces of pictures and videos, each with its license beside it. They
// are also served to the browser, byte for byte, so that both sides draw the same letters.
package fonts

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"github.com/go-text/typesetting/font"
)

//go:embed *.ttf
var files embed.FS

// The files that other packages refer to.
const (
	FredokaOne = "fredoka-one.ttf"
	Fallback   = "noto-sans-bold.ttf" // Latin, Greek, Cyrillic and Devanagari letters for families that lack them
)

// File returns the bytes of a font by its name, which must exist.
func File(name string) []byte {
	b, err := files.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("embedded font %s: %v", name, err))
	}
	return b
}

// parsed has every font by its name. Parsing takes some 20 ms, so it happens once, at the first text.
var parsed = sync.OnceValue(func() map[string]*font.Font {
	names, _ := fs.Glob(files, "*.ttf") // the pattern is valid
	all := make(map[string]*font.Font, len(names))
	for _, name := range names {
		face, err := font.ParseTTF(bytes.NewReader(File(name)))
		if err != nil {
			panic(fmt.Sprintf("embedded font %s: %v", name, err))
		}
		all[name] = face.Font
	}
	return all
})

// NewFace returns a face of a font for one goroutine: the font behind it is shared, its cache is not.
func NewFace(name string) *font.Face { return font.NewFace(parsed()[name]) }
