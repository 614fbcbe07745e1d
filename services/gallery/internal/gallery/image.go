// Package gallery is the domain of the gallery: published pictures as they are shown, and who likes
// them. It knows no protobuf, no database and no broker.
package gallery

import (
	"time"

	"github.com/google/uuid"
)

// Type is what a picture is shown as.
type Type string

// The types of a picture; the gallery filters by them.
const (
	TypeMeme Type = "meme"
	TypePFP  Type = "pfp"
	TypeArt  Type = "art"
)

// ParseType reads the name of a type; ok is false when it is none.
func ParseType(s string) (t Type, ok bool) {
	t = Type(s)
	return t, t == TypeMeme || t == TypePFP || t == TypeArt
}

// Image is a published picture.
type Image struct {
	ID         uuid.UUID // the publication's id
	ObjectName string    // below the media base, never an address
	Type       Type
	Action     string
	Scene      string
	Style      string
	Signature  string // empty for none
	Caption    string // empty for none
	Likes      int    // visitors who like it
	Created    time.Time

	Variants    []Variant // narrowest first; none for pictures from before there were any
	Placeholder string    // a tiny WebP in base64, to paint before the picture is there; empty for old pictures
	Source      string    // who drew it: ai or composer; empty for old pictures, which AI drew
}

// Artwork is a picture with what is kept of it and never shown.
type Artwork struct {
	Image
	Prompt string
	Traits map[string]string // of a PFP, option id by category
	Seed   int               // of a PFP
}

// Variant is a picture in another width.
type Variant struct {
	ObjectName string `json:"object_name"` // below the media base
	Width      int    `json:"width"`       // pixels
}
