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
	id, ok := text.ParseID(entry)
	if !ok {
		return nil, ErrNoAvatar
	}
	return s.store.Avatar(ctx, id)
}

// How pictures are fetched: a few at a time, again when they are old, and sooner when something went wrong.
const (
	FetchAvatarsInterval = time.Minute
	fetchBatch           = 20
	avatarMaxAge         = 7 * 24 * time.Hour
	avatarRetryAfter     = time.Hour
)

// ErrNoPicture is a source's answer for somebody of whom it has no picture.
var ErrNoPicture = errors.New("no picture there")

// AvatarStore is what fetching needs of a database.
type AvatarStore interface {
	// Faceless gives up to n entries whose picture was never asked for, or is to be asked for again by now.
	EntriesToFetch(ctx context.Context, now time.Time, n int) ([]Entry, error)
	// KeepAvatar keeps an entry's picture, or with nil that there was none to be had, and when to ask again.
	KeepAvatar(ctx context.Context, entry uuid.UUID, image []byte, again time.Time) error
}

// AvatarSource has the pictures of people by X handle.
type AvatarSource interface {
	// Get gives a picture as it is to be kept, or ErrNoPicture.
	Get(ctx context.Context, handle string) ([]byte, error)
}

// FetchAvatars gives a pass that fetches the pictures that are missing or old. That somebody has none grows old too.
func FetchAvatars(log *slog.Logger, store AvatarStore, source AvatarSource, now func() time.Time) func(context.Context) error {
	return func(ctx context.Context) error {
		entries, err := store.EntriesToFetch(ctx, now(), fetchBatch)
		if err != nil {
			return err
		}
		for _, e := range entries {
			image, err := source.Get(ctx, e.XHandle)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			age := avatarMaxAge
			if err != nil && !errors.Is(err, ErrNoPicture) {
				log.WarnContext(ctx, "avatar", "entry", e.ID, "error", err)
				age = avatarRetryAfter
			}
			if err := store.KeepAvatar(ctx, e.ID, image, now().Add(age)); err != nil {
				return err
			}
		}
		return nil
	}
}
