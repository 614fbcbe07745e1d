package wall

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/text"
)

// Avatar gives the picture of somebody on a wall, as it was kept. Nothing is fetched for whoever asks.
func (s *Service) Avatar(ctx context.Context, entry string) ([]byte, error) {
	id, ok := text.ID(entry)
	if !ok {
		return nil, ErrNoAvatar
	}
	return s.store.Avatar(ctx, id)
}

// How pictures are fetched: a few at a time, again when they are old, and sooner when something went wrong.
const (
	AvatarsEvery = time.Minute
	avatarsOnce  = 20
	avatarsAge   = 7 * 24 * time.Hour
	avatarsAgain = time.Hour
)

// ErrFaceless is a source's answer for somebody of whom it has no picture.
var ErrFaceless = errors.New("no picture there")

// AvatarStore is what fetching needs of a database.
type AvatarStore interface {
	// Faceless gives up to n entries whose picture was never asked for, or is to be asked for again by now.
	Faceless(ctx context.Context, now time.Time, n int) ([]Entry, error)
	// KeepAvatar keeps an entry's picture, or with nil that there was none to be had, and when to ask again.
	KeepAvatar(ctx context.Context, entry uuid.UUID, image []byte, again time.Time) error
}

// AvatarSource has the pictures of people by X handle.
type AvatarSource interface {
	// Get gives a picture as it is to be kept, or ErrFaceless.
	Get(ctx context.Context, handle string) ([]byte, error)
}

// FetchAvatars gives a pass that fetches the pictures that are missing or old. That somebody has none grows old too.
func FetchAvatars(log *slog.Logger, store AvatarStore, source AvatarSource, now func() time.Time) func(context.Context) error {
	return func(ctx context.Context) error {
		entries, err := store.Faceless(ctx, now(), avatarsOnce)
		if err != nil {
			return err
		}
		for _, e := range entries {
			image, err := source.Get(ctx, e.XHandle)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			age := avatarsAge
			if err != nil && !errors.Is(err, ErrFaceless) {
				log.WarnContext(ctx, "avatar", "entry", e.ID, "error", err)
				age = avatarsAgain
			}
			if err := store.KeepAvatar(ctx, e.ID, image, now().Add(age)); err != nil {
				return err
			}
		}
		return nil
	}
}
