// Package publications is the domain of publishing: the platform's artwork, and publishing it with
// a visitor's text. It knows no protobuf, no database, no broker and no blob store.
package publications

import (
	"context"
	"errors"
	"image"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/publishing/picture"
)

// Type is the type of a picture.
type Type string

// The types of a picture.
const (
	TypeMeme Type = "meme"
	TypePFP  Type = "pfp"
	TypeArt  Type = "art" // the site's own; no visitor makes it
)

// Artwork is a picture that a job made. Only its visitor may publish it.
type Artwork struct {
	ID         uuid.UUID
	Visitor    string
	Type       Type
	Prompt     string
	Action     string
	Scene      string
	Style      string
	Traits     map[string]string // of a PFP: option id by category
	Seed       int               // of a PFP
	ObjectName string
	Created    time.Time
	origin.Origin

	Publications int // how often it was published so far, withdrawn ones included
}

// StoreInput is a provider's picture with the data of its job.
type StoreInput struct {
	ID      string // a UUID chosen by the caller
	Visitor string
	Type    string
	Image   []byte // PNG, JPEG or WebP; untrusted
	Prompt  string
	Action  string
	Scene   string
	Style   string
	Traits  map[string]string
	Seed    int
	origin.Origin
}

// newArtwork sets the object's name and rejects invalid input of our own callers.
func newArtwork(in StoreInput) (Artwork, error) {
	id, err := uuid.Parse(in.ID)
	if err != nil || in.Visitor == "" || !in.IsValid() {
		return Artwork{}, errBadArtwork
	}
	a := Artwork{
		ID: id, Visitor: in.Visitor, Type: Type(in.Type),
		Prompt: in.Prompt, Action: in.Action, Scene: in.Scene, Style: in.Style,
		Traits: in.Traits, Seed: in.Seed, Origin: in.Origin,
	}
	if a.Type != TypeMeme && a.Type != TypePFP {
		return Artwork{}, errBadArtwork
	}
	a.ObjectName = artworkPrefix + id.String() + ".png"
	return a, nil
}

// StoreArtwork checks a picture, stores our own encoding of it and records it for its visitor. A
// repeat with the same id returns what is stored.
func (s *Service) StoreArtwork(ctx context.Context, in StoreInput) (Artwork, error) {
	a, err := newArtwork(in)
	if err != nil {
		return Artwork{}, err
	}
	if stored, err := s.store.Artwork(ctx, a.ID); !errors.Is(err, ErrArtworkNotFound) {
		return stored, err
	}
	a.Created = s.now()
	var b []byte
	err = s.acquirePainter(ctx, func() (err error) {
		var m *image.RGBA
		if m, err = picture.Open(in.Image); err == nil {
			b, err = picture.Original(m, a.Mark(a.Created))
		}
		return err
	})
	if err != nil {
		return Artwork{}, err
	}
	if err := s.objects.Put(ctx, a.ObjectName, "image/png", b); err != nil {
		return Artwork{}, err
	}
	return a, s.store.AddArtwork(ctx, a)
}

// Artwork returns a stored artwork, or ErrArtworkNotFound.
func (s *Service) Artwork(ctx context.Context, id string) (Artwork, error) {
	parsed, ok := text.ParseID(id)
	if !ok {
		return Artwork{}, ErrArtworkNotFound
	}
	return s.store.Artwork(ctx, parsed)
}

// ownArtwork returns the artwork if it is this visitor's; other visitors get the same error as for
// an unknown one.
func (s *Service) ownArtwork(ctx context.Context, artworkID, visitor string) (Artwork, error) {
	id, ok := text.ParseID(artworkID)
	if !ok {
		return Artwork{}, ErrArtworkNotFound
	}
	a, err := s.store.Artwork(ctx, id)
	if err == nil && a.Visitor != visitor {
		err = ErrArtworkNotFound
	}
	return a, err
}
