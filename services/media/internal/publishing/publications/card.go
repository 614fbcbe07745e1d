package publications

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"mcwick.example/platform/imagefile"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/publishing/card"
)

// DrawCardInput is a card, and where its picture is.
type DrawCardInput struct {
	card.Card
	ObjectName string // of a public picture or poster; empty for the mascot
}

// DrawCard draws the picture of a link preview. What is hidden, or not public, is ErrNotPublic.
func (s *Service) DrawCard(ctx context.Context, in DrawCardInput) (drawn []byte, err error) {
	var stored []byte
	if in.ObjectName != "" {
		if stored, err = s.publicObject(ctx, in.ObjectName); err != nil {
			return nil, err
		}
	}
	if err := s.cardPainters.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.cardPainters.Release(1)
	err = s.acquirePainter(ctx, func() (err error) {
		if stored != nil {
			if in.Picture, err = imagefile.Decode(stored); err != nil {
				return err
			}
		}
		drawn, err = card.Draw(s.renderer, in.Card)
		return err
	})
	return drawn, err
}

// posterNames matches the posters of videos. Whether one is shared the caller has just read.
var posterNames = regexp.MustCompile(`^videos/[0-9a-f-]{36}\.webp$`)

// publicObject returns the bytes of a published picture that is not hidden, or of a poster.
func (s *Service) publicObject(ctx context.Context, name string) ([]byte, error) {
	isPicture := strings.HasPrefix(name, "memes/") || strings.HasPrefix(name, formerPrefix)
	if !isPicture && !posterNames.MatchString(name) {
		return nil, ErrNotPublic
	}
	hidden, err := s.hidden.Has(ctx, name)
	if err != nil {
		return nil, err
	}
	if hidden {
		return nil, ErrNotPublic
	}
	stored, err := s.objects.Get(ctx, name)
	if errors.Is(err, objects.ErrNotFound) { // withdrawn, and its deletion is done
		return nil, ErrNotPublic
	}
	return stored, err
}
