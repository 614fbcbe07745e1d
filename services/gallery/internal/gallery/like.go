package gallery

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
)

// Identity is who likes a picture: a device, and the account logged in there. Each likes a picture
// once, and a like by either counts for both.
type Identity struct {
	Visitor string
	Account string // empty without a session
	Lane    string // the network that the device came from
	Settled bool   // the device has existed for a while, so its likes count at once
}

// MaxLaneLikes is how many likes of a picture count at once from the devices of one lane that are
// not settled. Further ones are deferred: they count when their device settles.
const MaxLaneLikes = 20

// LikeImageInput is a like: its picture and its identity.
type LikeImageInput struct {
	ImageID  string
	Identity Identity
}

// LikeImage records a like and returns the picture's count, this like included. A second like by the
// same device or the same account is not counted.
func (s *Service) LikeImage(ctx context.Context, in LikeImageInput) (likes int, err error) {
	id, ok := text.ParseID(in.ImageID)
	if !ok {
		return 0, ErrNotFound
	}
	return s.store.Like(ctx, id, in.Identity)
}

// ListLikesInput lists the pictures to check for likes of an identity.
type ListLikesInput struct {
	ImageIDs []string // 1 to page.MaxSize
	Identity Identity
}

// parse returns the pictures' ids, or an error that lists all invalid ones.
func (in ListLikesInput) parse() ([]uuid.UUID, error) {
	if n := len(in.ImageIDs); n < 1 || n > page.MaxSize {
		return nil, fault.Invalid("IMAGE_IDS_INVALID",
			fault.Field{Name: "ids", Message: fmt.Sprintf("Ask about 1 to %d pictures at a time.", page.MaxSize)})
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

// LikedImage is a picture that a device or its account likes.
type LikedImage struct {
	ID       uuid.UUID
	Deferred bool // the device's like does not count yet
}

// ListLikes returns those of the pictures that the device or its account likes, in any order.
// Unknown pictures are left out. A like that was stored as deferred while its device became settled
// is counted now.
func (s *Service) ListLikes(ctx context.Context, in ListLikesInput) ([]LikedImage, error) {
	ids, err := in.parse()
	if err != nil {
		return nil, err
	}
	liked, err := s.store.LikedImages(ctx, ids, in.Identity)
	if err == nil && in.Identity.Settled && slices.ContainsFunc(liked, func(i LikedImage) bool { return i.Deferred }) {
		_, err = s.store.SettleDevice(ctx, in.Identity)
	}
	return liked, err
}
