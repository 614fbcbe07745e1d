package gallery

import (
	"context"

	"github.com/google/uuid"

	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
)

// Store is the database as the use cases need it.
type Store interface {
	// ListNewest returns up to n public pictures after the cursor, newest first.
	ListNewest(ctx context.Context, f Filter, after page.TimeCursor, n int) ([]Image, error)
	// ListRanked returns up to n public pictures after the cursor, in an order that is not SortNewest.
	// It uses the type and the style of the filter.
	ListRanked(ctx context.Context, f Filter, by Sort, after page.CountCursor, n int) ([]RankedImage, error)
	// Image returns one public picture, or ErrNotFound.
	Image(ctx context.Context, id uuid.UUID) (Image, error)
	// Related returns what belongs beside a public picture, or ErrNotFound.
	Related(ctx context.Context, id uuid.UUID) (Related, error)
	// Author returns the author of a handle whose profile is not private, or ErrAuthorNotFound.
	Author(ctx context.Context, handle string) (Author, error)
	// SetCandle makes a public portrait of the account the picture of its profile, none for uuid.Nil;
	// or ErrNotFound.
	SetCandle(ctx context.Context, account string, image uuid.UUID) error
	// Like records the like unless it exists and returns the picture's count, this like included;
	// or ErrNotFound, or ErrBusy.
	Like(ctx context.Context, image uuid.UUID, by Identity) (likes int, err error)
	// LikedImages returns those of the pictures that the device or the account likes, in any order,
	// each once.
	LikedImages(ctx context.Context, images []uuid.UUID, by Identity) ([]LikedImage, error)
	// SettleDevice counts the deferred likes of the device and its account, and returns how many.
	SettleDevice(ctx context.Context, by Identity) (counted int, err error)
	// HasEarlyLike reports whether the device liked a picture before there were standings.
	HasEarlyLike(ctx context.Context, visitor string) (bool, error)
	// ListRecords returns up to n pictures after an id, public or not, by id.
	ListRecords(ctx context.Context, after uuid.UUID, n int) ([]ImageRecord, error)
	// RecountLikes sets every count to the number of its likes, together with the audit record, and
	// returns how many counts it corrected.
	RecountLikes(ctx context.Context, note string) (corrected int, err error)
}

// Service has the use cases of the gallery.
type Service struct{ store Store }

// NewService returns the use cases on a store.
func NewService(store Store) *Service { return &Service{store} }

// GetImage returns one public picture. An id that is not a UUID is not found.
func (s *Service) GetImage(ctx context.Context, imageID string) (Image, error) {
	id, ok := text.ParseID(imageID)
	if !ok {
		return Image{}, ErrNotFound
	}
	return s.store.Image(ctx, id)
}
