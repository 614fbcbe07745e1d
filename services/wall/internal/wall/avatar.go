package wall

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/text"
)

// Avatar returns the stored avatar of an entry. A visitor's request fetches nothing.
func (s *Service) Avatar(ctx context.Context, entry string) ([]byte, error) {
	id, ok := text.ParseID(entry)
	if !ok {
		return nil, ErrNoAvatar
	}
	return s.store.Avatar(ctx, id)
}

// How pictures are fetched: a few at a time, again when they expire, and sooner after a failure.
const (
	FetchAvatarsInterval = time.Minute
	fetchBatch           = 20
	avatarMaxAge         = 7 * 24 * time.Hour
	avatarRetryAfter     = time.Hour
)

// ErrNoPicture means that a source has no picture of a person.
var ErrNoPicture = errors.New("no picture there")

// AvatarStore is the database as fetching needs it.
type AvatarStore interface {
	// EntriesToFetch returns up to n entries whose picture was never fetched, or is due to be
	// fetched again.
	EntriesToFetch(ctx context.Context, now time.Time, n int) ([]Entry, error)
	// KeepAvatar stores an entry's picture, or with nil that the source has none, and when to fetch
	// it again.
	KeepAvatar(ctx context.Context, entry uuid.UUID, image []byte, again time.Time) error
	// PostponeAvatar stores when to fetch an entry's picture again, after a failure.
	PostponeAvatar(ctx context.Context, entry uuid.UUID, again time.Time) error
}

// AvatarSource has pictures by X handle.
type AvatarSource interface {
	// Get returns a picture as it is stored, or ErrNoPicture.
	Get(ctx context.Context, handle string) ([]byte, error)
}

// FetchAvatars returns a pass that fetches missing and expired pictures. The result that there is
// none expires too.
func FetchAvatars(
	log *slog.Logger, store AvatarStore, source AvatarSource, now func() time.Time,
) func(context.Context) error {
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
			if err != nil && !errors.Is(err, ErrNoPicture) {
				log.WarnContext(ctx, "avatar", "entry", e.ID, "error", err)
				err = store.PostponeAvatar(ctx, e.ID, now().Add(avatarRetryAfter))
			} else {
				err = store.KeepAvatar(ctx, e.ID, image, now().Add(avatarMaxAge))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}
