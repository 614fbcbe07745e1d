// Package gallery is the domain of the gallery: published pictures and their likes. It knows no
// protobuf, no database and no broker.
package gallery

import (
	"time"

	"github.com/google/uuid"
)

// Type is the type of a picture.
type Type string

// The types of a picture; lists are filtered by them. A video is a picture whose object is its
// poster.
const (
	TypeMeme  Type = "meme"
	TypePFP   Type = "pfp"
	TypeArt   Type = "art"
	TypeVideo Type = "video"
)

// ParseType parses the name of a type; ok is false for an unknown one.
func ParseType(s string) (t Type, ok bool) {
	t = Type(s)
	return t, t == TypeMeme || t == TypePFP || t == TypeArt || t == TypeVideo
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
	Handle     string // of the account that published it, as it is now; empty if it did not sign
	Caption    string // empty if there is none
	Likes      int    // visitors who like it
	Created    time.Time

	Variants    []Variant // narrowest first; none for pictures older than variants
	Placeholder string    // a tiny WebP in base64, shown while the picture loads; empty for old pictures
	Source      string    // who drew it: ai or composer; empty for old pictures, which AI drew
	HasTexts    bool      // whether its author put texts on it; false for old pictures
}

// Artwork is a picture with the data that is stored and never shown.
type Artwork struct {
	Image
	Prompt       string
	Traits       map[string]string // of a PFP, option id by category
	Seed         int               // of a PFP
	Account      string            // that signed with its handle; empty when the signature is free text
	SignedHandle string            // that handle, as it was then
	Parent       uuid.UUID         // what it was made from; uuid.Nil for none
}

// WithoutTexts returns what is kept of a picture that is withdrawn for good.
func (a Artwork) WithoutTexts() Artwork {
	return Artwork{Parent: a.Parent, Image: Image{ID: a.ID, ObjectName: a.ObjectName, Type: a.Type, Created: a.Created,
		Variants: a.Variants, Source: a.Source}}
}

// Variant is a picture in another width.
type Variant struct {
	ObjectName string `json:"object_name"` // below the media base
	Width      int    `json:"width"`       // pixels
}

// Video is a shared video, as its event has it.
type Video struct {
	ID          uuid.UUID
	Poster      string // the object's name
	Description string // the text spoken in it
	Shared      time.Time
	Source      string // who made it: ai or composer; empty for old videos, which AI made
	Account     string // that shows its handle; empty for none
	Handle      string // that handle, as it was then
}

// Artwork returns the picture that a video is shown as.
func (v Video) Artwork() Artwork {
	return Artwork{Image: Image{ID: v.ID, ObjectName: v.Poster, Type: TypeVideo, Caption: cutCaption(v.Description),
		Created: v.Shared, Source: v.Source, Signature: v.Handle}, Account: v.Account, SignedHandle: v.Handle}
}
