// Package gallery is the domain of the gallery: published pictures and their likes. It knows no
// protobuf, no database and no broker.
package gallery

import (
	"time"

	"github.com/google/uuid"
)

// Type is the type of a picture.
type Type string

// The types of a picture; lists are filtered by them.
const (
	TypeMeme Type = "meme"
	TypePFP  Type = "pfp"
	TypeArt  Type = "art"
)

// ParseType parses the name of a type; ok is false for an unknown one.
func ParseType(s string) (t Type, ok bool) {
	t = Type(s)
	return t, t == TypeMeme || t == TypePFP || t == TypeArt
}

// Image is a published picture.
type Image struct {
	ID         uuid.UUID // the publication's id
	ObjectName string    // below the media base, never a URL
	Type       Type
	Action     string
	Scene      string
	Style      string
	Signature  string // empty if there is none
	Caption    string // empty if there is none
	Likes      int    // visitors who like it
	Created    time.Time

	Variants    []Variant // narrowest first; none for pictures older than variants
	Placeholder string    // a tiny WebP in base64, shown while the picture loads; empty for old pictures
	Source      string    // who drew it: ai or composer; empty for old pictures, which AI drew
}

// Artwork is a picture with the data that is stored and never shown.
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
