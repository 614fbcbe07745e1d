package gallery

import (
	"strings"
	"time"

	"github.com/google/uuid"
)

// LikeInput says who likes what.
type LikeInput struct {
	ImageID string
	Visitor string
}

// maxVisitor bounds a visitor's opaque id, in bytes.
const maxVisitor = 128

// picture gives the picture's id when the like can be recorded at all. The likes of a group are committed
// together, so one that no database can take must not get that far.
func (in LikeInput) picture() (uuid.UUID, error) {
	odd := func(r rune) bool { return r <= ' ' || r > '~' }
	if len(in.Visitor) > maxVisitor || strings.ContainsFunc(in.Visitor, odd) {
		return uuid.UUID{}, errVisitor
	}
	id, err := uuid.Parse(in.ImageID)
	if err != nil {
		return uuid.UUID{}, ErrNotFound
	}
	return id, nil
}

// Likes is what one commit added to a picture.
type Likes struct {
	ImageID uuid.UUID
	Count   int // visitors who like it, these included
	Added   int // visitors who came to like it with this commit
	Time    time.Time
}
