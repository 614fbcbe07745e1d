package publications

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"golang.org/x/sync/singleflight"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/services/media/internal/publishing/picture"
)

// publishTimeout limits one publication, waiting for a painter included.
const publishTimeout = 25 * time.Second

// Publish paints the overlays on an artwork of this visitor, stores the picture and records it with
// the event for the gallery. Repeats of an intent that arrive during the first wait for it: a
// hundred clicks paint one picture.
func (s *Service) Publish(ctx context.Context, in PublishInput) (Published, error) {
	if err := in.Validate(); err != nil {
		return Published{}, err
	}
	as, err := in.intent()
	if err != nil {
		return Published{}, err
	}
	done := make(chan singleflight.Result, 1)
	s.inFlight.Go(func() {
		v, err, _ := s.publishing.Do(fmt.Sprintf("%s %s %x", in.Visitor, as.Key, as.Hash), func() (p any, err error) {
			// The first caller may leave; the others still wait.
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishTimeout)
			defer cancel()
			defer recoverToError(&p, &err)
			return s.publish(ctx, in, as)
		})
		done <- singleflight.Result{Val: v, Err: err}
	})
	select {
	case r := <-done:
		return r.Val.(Published), r.Err
	case <-ctx.Done():
		return Published{}, ctx.Err() // the publication goes on; a repeat gets it
	}
}

// recoverToError turns a panic of a shared publication into an error for its waiting callers: the
// server's recovery does not see it here.
func recoverToError(p *any, err *error) {
	if r := recover(); r != nil {
		*p, *err = Published{}, fault.FromPanic(r)
	}
}

// Wait waits for publications that outlived their callers. It is called when no new ones can arrive.
func (s *Service) Wait() { s.inFlight.Wait() }

// publish stores the picture first: a crash between the two leaves bytes without a row, never a row
// without bytes.
func (s *Service) publish(ctx context.Context, in PublishInput, as idempotency.Request) (Published, error) {
	began := s.now() // an account that takes over the device meanwhile gets the publication, too
	a, err := s.ownArtwork(ctx, in.ArtworkID, in.Visitor)
	if err != nil {
		return Published{}, err
	}
	first, err := s.store.Published(ctx, in.Visitor, in.Key)
	if err == nil {
		return first, in.repeats(first)
	}
	if !errors.Is(err, ErrPublicationNotFound) {
		return Published{}, err
	}
	if a.Publications >= MaxPublications {
		return Published{}, ErrPublicationLimit // before anything is painted; the store decides races
	}
	if err := s.wordFilter.Check(ctx, in.shown(a)...); err != nil {
		return Published{}, err
	}
	if err := s.checkParent(ctx, in); err != nil {
		return Published{}, err
	}
	p, err := newPublication(a, in, as, began)
	if err != nil {
		return Published{}, err
	}
	var variants picture.Variants
	err = s.paint(ctx, a, in.Overlays, func(m *image.RGBA) (err error) {
		variants, err = picture.EncodeVariants(m, p.mark())
		return err
	})
	if err != nil {
		return Published{}, err
	}
	if err := s.checkNotRemoved(ctx, a, variants.Hash); err != nil {
		return Published{}, err
	}
	if p.PictureCheck, err = s.judge(ctx, variants); err != nil {
		return Published{}, err
	}
	published, err := s.publishVariants(ctx, p, variants, s.store.Publish)
	if err == nil && published.AwaitsCheck {
		s.hidden.Mark(true, published.ID.String())
	}
	return published, err
}

// publishVariants stores the painted picture and then its row, which add writes. If a call of the
// same intent was first, in another replica, its picture wins. The Sweeper deletes bytes that are
// left without a row, because their deletion failed or it is unknown whether the row was written.
func (s *Service) publishVariants(
	ctx context.Context, p Publication, variants picture.Variants,
	add func(context.Context, Publication) (Published, error),
) (Published, error) {
	if err := s.storeVariants(ctx, p, variants); err != nil {
		return Published{}, err
	}
	p.Placeholder, p.PictureHash = variants.Placeholder, &variants.Hash
	stored, err := add(ctx, p)
	if errors.Is(err, ErrPublicationLimit) || errors.Is(err, ErrArtworkNotFound) || errors.Is(err, ErrRemovedBefore) ||
		(err == nil && stored.ID != p.ID) {
		s.deleter.DeleteNow(ctx, p.ObjectName)
	}
	if err != nil || stored.ID == p.ID {
		return stored, err
	}
	return stored, p.Intent.CheckInput(stored.InputHash)
}

// storeVariants stores every form of a publication's picture.
func (s *Service) storeVariants(ctx context.Context, p Publication, variants picture.Variants) error {
	if err := s.objects.Put(ctx, p.ObjectName, "image/png", variants.PNG); err != nil {
		return err
	}
	for i, v := range p.Variants {
		if err := s.objects.Put(ctx, v.ObjectName, "image/webp", variants.WebP[i]); err != nil {
			return err
		}
	}
	return nil
}
