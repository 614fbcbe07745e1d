package gallery

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
)

// Identity is who likes a picture: a device, and whoever has proved a key there. Each likes it once, and either alone
// having liked it counts for both.
type Identity struct {
	Visitor string
	Account string // empty for none
}

// LikeImageInput says who likes what.
type LikeImageInput struct {
	ImageID  string
	Identity Identity
}

// LikeImage records that somebody likes a picture and gives its count. A second like, by the same device or the same
// account, counts nothing.
func (s *Service) LikeImage(ctx context.Context, in LikeImageInput) (likes int, err error) {
	id, ok := text.ParseID(in.ImageID)
	if !ok {
		return 0, ErrNotFound
	}
	return s.store.Like(ctx, id, in.Identity)
}

// ListLikesInput asks what of these pictures somebody likes.
type ListLikesInput struct {
	ImageIDs []string // 1 to page.MaxSize
	Identity Identity
}

// parse gives the pictures' ids, or every one that is none.
func (in ListLikesInput) parse() ([]uuid.UUID, error) {
	if n := len(in.ImageIDs); n < 1 || n > page.MaxSize {
		return nil, fault.Invalid("IMAGE_IDS_INVALID", fault.Field{Name: "ids", Message: fmt.Sprintf("Ask about 1 to %d pictures at a time.", page.MaxSize)})
	}
	ids := make([]uuid.UUID, len(in.ImageIDs))
	var bad []fault.Field
	for i, id := range in.ImageIDs {
		var ok bool
		if ids[i], ok = text.ParseID(id); !ok {
			bad = append(bad, fault.Field{Name: fmt.Sprintf("ids[%d]", i), Message: "That is no picture's id, broh."})
		}
	}
	return ids, fault.Invalid("IMAGE_IDS_INVALID", bad...)
}

// ListLikes gives those of the pictures that the device or its account likes, in any order. Pictures that are not there
// are liked by nobody.
func (s *Service) ListLikes(ctx context.Context, in ListLikesInput) ([]uuid.UUID, error) {
	ids, err := in.parse()
	if err != nil {
		return nil, err
	}
	return s.store.LikedImages(ctx, ids, in.Identity)
}
