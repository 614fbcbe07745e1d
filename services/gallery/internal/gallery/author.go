package gallery

import (
	"context"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/text"
)

// Author is what an account published under its handle, in figures.
type Author struct {
	Handle string
	Images int
	Likes  int    // of all of them
	Candle *Image // the portrait that it chose; nil for none, or when that is gone
}

// GetAuthor returns the author of a handle, or ErrAuthorNotFound.
func (s *Service) GetAuthor(ctx context.Context, handle string) (Author, error) {
	handle, ok := text.ParseHandle(handle)
	if !ok {
		return Author{}, ErrAuthorNotFound
	}
	return s.store.Author(ctx, handle)
}

// Profile is what the identity service says of an account.
type Profile struct {
	Account   string
	Handle    string
	IsPrivate bool
	Version   int // of several facts the highest holds
	Changed   time.Time
}

// SetCandleInput chooses a portrait.
type SetCandleInput struct {
	Account string
	ImageID string // empty for none
}

// SetCandle makes one of an account's public portraits the picture of its profile, or none;
// ErrNotFound for any other picture.
func (s *Service) SetCandle(ctx context.Context, in SetCandleInput) error {
	if in.Account == "" {
		return ErrNotProven
	}
	if in.ImageID == "" {
		return s.store.SetCandle(ctx, in.Account, uuid.Nil)
	}
	id, ok := text.ParseID(in.ImageID)
	if !ok {
		return ErrNotFound
	}
	return s.store.SetCandle(ctx, in.Account, id)
}
