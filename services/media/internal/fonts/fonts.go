// Package fonts holds the typefaces of pictures and videos, each with its license beside it. They
// are also served to the browser, byte for byte, so that both sides draw the same letters.
package fonts

import (
	"embed"
	"fmt"
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
