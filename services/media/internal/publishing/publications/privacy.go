package publications

import (
	"context"
	"strings"

	"mcwick.example/services/media/internal/objects/hidden"
)

// Privacy tells which pictures everybody may see: all but artworks.
type Privacy struct {
	// formerPortraits are artworks whose names look like those of published portraits.
	formerPortraits *hidden.Set
}

// NewPrivacy returns the privacy of pictures. find returns the artworks that former releases
// stored beside published portraits.
func NewPrivacy(find func(ctx context.Context) ([]string, error)) *Privacy {
	return &Privacy{hidden.New(find, Subject)}
}

// IsPublic reports whether everybody may see a picture. It fails with the database while it never
// could read which former portraits there are.
func (v *Privacy) IsPublic(ctx context.Context, name string) (bool, error) {
	switch {
	case strings.HasPrefix(name, artworkPrefix):
		return false, nil
	case strings.HasPrefix(name, formerPrefix):
		private, err := v.formerPortraits.Has(ctx, name)
		return !private, err
	default:
		return true, nil
	}
}

// Refresh loads the former portraits again: processes of the last release may add some.
func (v *Privacy) Refresh(ctx context.Context) error { return v.formerPortraits.Refresh(ctx) }
