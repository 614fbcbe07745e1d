package publications

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/imagefile"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/publishing/picture"
)

// ErrRemovedBefore means that the artwork, or a picture that looks the same, was removed for good.
var ErrRemovedBefore = fault.New(fault.KindPrecondition, "PICTURE_REMOVED_BEFORE",
	"That picture was taken down for good, broh. Make a new one.")

// Memory is the database as remembering removed pictures needs it.
type Memory interface {
	// WasRemoved reports whether the artwork was removed, or a picture of the same type whose hash
	// differs in at most so many bits.
	WasRemoved(ctx context.Context, artwork Artwork, hash picture.Hash, distance int) (bool, error)
	// UnhashedRemovals returns up to n removed pictures whose hash is to be computed.
	UnhashedRemovals(ctx context.Context, n int) ([]UnhashedRemoval, error)
	// HashRemoval stores the hash of a removed picture; none when its bytes are gone.
	HashRemoval(ctx context.Context, publication uuid.UUID, hash *picture.Hash) error
}

// UnhashedRemoval is a removed picture of an earlier release, which stored no hash.
type UnhashedRemoval struct {
	ID         uuid.UUID
	ObjectName string
}

const (
	// HashInterval is how often hashes of removed pictures are computed from their bytes.
	HashInterval = 5 * time.Second
	hashBatch    = 20
)

// checkNotRemoved returns ErrRemovedBefore for an artwork that was removed, and for a picture that
// looks like one that was. A portrait has no texts that could be moved.
func (s *Service) checkNotRemoved(ctx context.Context, artwork Artwork, hash picture.Hash) error {
	distance := picture.SameDistanceWithTexts
	if artwork.Type == TypePFP {
		distance = picture.SameDistance
	}
	removed, err := s.store.WasRemoved(ctx, artwork, hash, distance)
	if err == nil && removed {
		err = ErrRemovedBefore
	}
	return err
}

// HashRemovals computes the hashes of removed pictures that have none.
func (s *Service) HashRemovals(ctx context.Context) error {
	removals, err := s.store.UnhashedRemovals(ctx, hashBatch)
	if err != nil {
		return err
	}
	for _, r := range removals {
		hash, err := s.hashStored(ctx, r.ObjectName)
		if err != nil {
			return err
		}
		if err := s.store.HashRemoval(ctx, r.ID, hash); err != nil {
			return err
		}
	}
	return nil
}

// hashStored returns the hash of a stored picture, or none if its bytes are gone or no picture: it would be
// the first of each pass, and keep it from the others.
func (s *Service) hashStored(ctx context.Context, name string) (*picture.Hash, error) {
	b, err := s.objects.Get(ctx, name)
	if errors.Is(err, objects.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m, err := imagefile.Decode(b)
	if err != nil {
		return nil, nil //nolint:nilerr // see above
	}
	hash := picture.HashOf(m)
	return &hash, nil
}
