package media

import (
	"context"
	"errors"
	"fmt"
	"image"
	"runtime"
	"sync"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/intent"
	"mcwick.example/services/media/internal/picture"
	"mcwick.example/services/media/internal/render"
)

// Store is what the use cases need of a database.
type Store interface {
	// Artwork gives a stored artwork, or ErrArtworkNotFound.
	Artwork(ctx context.Context, id uuid.UUID) (Artwork, error)
	// AddArtwork records an artwork unless it is there.
	AddArtwork(ctx context.Context, a Artwork) error
	// Published gives what the visitor published with this key before, or ErrPublicationNotFound.
	Published(ctx context.Context, visitor, key string) (Published, error)
	// Withdraw takes a publication of this visitor out of the public, together with the event that tells of
	// it. It gives the publication's object and when it was withdrawn first, or ErrPublicationNotFound.
	Withdraw(ctx context.Context, id uuid.UUID, visitor string, now time.Time) (objectName string, at time.Time, err error)
	// Kept gives those of the ids that an artwork or a public publication has.
	Kept(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error)
	// Publish records a publication together with the event that tells of it. When another one of the
	// same intent was first, that one is given instead.
	Publish(ctx context.Context, p Publication) (Published, error)
}

// Objects is what the use cases need of a blob store. Objects are never overwritten with other bytes.
type Objects interface {
	Put(ctx context.Context, name, contentType string, b []byte) error
	Get(ctx context.Context, name string) ([]byte, error)
	// Delete removes an object; it may be gone already.
	Delete(ctx context.Context, name string) error
	// List gives up to n objects from a place on, and the place where the next ones begin; nil is the
	// beginning, and the end.
	List(ctx context.Context, place []byte, n int) (found []Object, next []byte, err error)
}

// Object is what a store tells of an object.
type Object struct {
	Name     string
	Modified time.Time
}

// Service is the use cases of the media service.
type Service struct {
	store    Store
	objects  Objects
	renderer *render.Renderer
	now      func() time.Time
	// painters bounds the work on pixels, which needs a core and some 20 MB each.
	painters   *semaphore.Weighted
	publishing singleflight.Group // by intent
	flights    sync.WaitGroup     // publications, some of which outlive their callers
}

// publishTimeout bounds one publication, waiting for a painter included.
const publishTimeout = 25 * time.Second

// NewService makes the use cases.
func NewService(store Store, objects Objects, renderer *render.Renderer, now func() time.Time) *Service {
	return &Service{
		store: store, objects: objects, renderer: renderer, now: now,
		painters: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
	}
}

// StoreArtwork checks a picture, stores our own encoding of it and records it for its visitor. A repeat
// with the same id gives what is stored.
func (s *Service) StoreArtwork(ctx context.Context, in StoreInput) (Artwork, error) {
	a, err := newArtwork(in)
	if err != nil {
		return Artwork{}, err
	}
	if stored, err := s.store.Artwork(ctx, a.ID); !errors.Is(err, ErrArtworkNotFound) {
		return stored, err
	}
	var b []byte
	err = s.painting(ctx, func() (err error) {
		var m *image.RGBA
		if m, err = picture.Open(in.Image); err == nil {
			b, err = render.EncodePNG(m)
		}
		return err
	})
	if err != nil {
		return Artwork{}, err
	}
	if err := s.objects.Put(ctx, a.ObjectName, "image/png", b); err != nil {
		return Artwork{}, err
	}
	a.Created = s.now()
	return a, s.store.AddArtwork(ctx, a)
}

// Artwork gives a stored artwork, or ErrArtworkNotFound.
func (s *Service) Artwork(ctx context.Context, id string) (Artwork, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return Artwork{}, ErrArtworkNotFound
	}
	return s.store.Artwork(ctx, parsed)
}

// Publish paints the overlays on an artwork of this visitor, stores the picture and records it with the
// event that brings it into the gallery. Repeats of an intent that arrive while the first is at work
// wait for it: a hundred impatient clicks paint one picture.
func (s *Service) Publish(ctx context.Context, in PublishInput) (Published, error) {
	if err := in.Validate(); err != nil {
		return Published{}, err
	}
	as, err := in.intent()
	if err != nil {
		return Published{}, err
	}
	done := make(chan flight, 1)
	s.flights.Go(func() {
		v, err, _ := s.publishing.Do(fmt.Sprintf("%s %s %x", in.Visitor, as.Key, as.Hash), func() (p any, err error) {
			// The first caller may leave; the others still wait.
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishTimeout)
			defer cancel()
			defer landing(&p, &err)
			return s.publish(ctx, in, as)
		})
		done <- flight{v.(Published), err}
	})
	select {
	case f := <-done:
		return f.published, f.err
	case <-ctx.Done():
		return Published{}, ctx.Err() // the publication goes on; a repeat gets it
	}
}

// flight is how a publication ended.
type flight struct {
	published Published
	err       error
}

// landing makes a panic in a flight an error for those who wait: here no server's recovery sees it.
func landing(p *any, err *error) {
	if r := recover(); r != nil {
		*p, *err = Published{}, fault.Recovered(r)
	}
}

// Stop waits for publications that outlived their callers, until ctx ends. It is called when no new
// ones can come.
func (s *Service) Stop(ctx context.Context) error {
	done := make(chan struct{})
	go func() { s.flights.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// publish stores the picture first: a crash between the two leaves bytes without a row, never a row
// without bytes.
func (s *Service) publish(ctx context.Context, in PublishInput, as intent.Intent) (Published, error) {
	a, err := s.ownArtwork(ctx, in.ArtworkID, in.Visitor)
	if err != nil {
		return Published{}, err
	}
	first, err := s.store.Published(ctx, in.Visitor, in.Key)
	if err == nil {
		return first, as.Check(first.InputHash)
	}
	if !errors.Is(err, ErrPublicationNotFound) {
		return Published{}, err
	}
	p, err := newPublication(a, in, as, s.now())
	if err != nil {
		return Published{}, err
	}
	var prints picture.Prints
	err = s.paint(ctx, a, in.Overlays, func(m *image.RGBA) (err error) {
		prints, err = picture.Print(m)
		return err
	})
	if err != nil {
		return Published{}, err
	}
	if err := s.keep(ctx, p, prints); err != nil {
		return Published{}, err
	}
	p.Placeholder = prints.Placeholder
	stored, err := s.store.Publish(ctx, p)
	if err != nil || stored.ID == p.ID {
		return stored, err
	}
	// A twin in another replica was faster; its picture is the one.
	if err := s.discard(ctx, p.ObjectName); err != nil {
		return Published{}, err
	}
	return stored, as.Check(stored.InputHash)
}

// keep stores every form of a publication's picture.
func (s *Service) keep(ctx context.Context, p Publication, prints picture.Prints) error {
	if err := s.objects.Put(ctx, p.ObjectName, "image/png", prints.PNG); err != nil {
		return err
	}
	for i, v := range p.Variants {
		if err := s.objects.Put(ctx, v.ObjectName, "image/webp", prints.WebP[i]); err != nil {
			return err
		}
	}
	return nil
}

// discard removes every form of a publication's picture, as far as it is there.
func (s *Service) discard(ctx context.Context, objectName string) error {
	err := s.objects.Delete(ctx, objectName)
	for _, v := range variantsOf(objectName) {
		err = errors.Join(err, s.objects.Delete(ctx, v.ObjectName))
	}
	return err
}

// ownArtwork gives the artwork if it is this visitor's; a stranger learns nothing.
func (s *Service) ownArtwork(ctx context.Context, artworkID, visitor string) (Artwork, error) {
	id, err := uuid.Parse(artworkID)
	if err != nil {
		return Artwork{}, ErrArtworkNotFound
	}
	a, err := s.store.Artwork(ctx, id)
	if err == nil && a.Visitor != visitor {
		err = ErrArtworkNotFound
	}
	return a, err
}

// paint draws the overlays on the artwork's stored picture and has finish make files of it.
func (s *Service) paint(ctx context.Context, a Artwork, overlays []render.Overlay, finish func(*image.RGBA) error) error {
	if a.Type == TypePFP && len(overlays) > 0 {
		return errNoOverlays
	}
	stored, err := s.objects.Get(ctx, a.ObjectName)
	if err != nil {
		return err
	}
	return s.painting(ctx, func() error {
		background, err := picture.Open(stored)
		if err != nil {
			return err
		}
		painted, err := s.renderer.Render(background, overlays)
		var missing *render.MissingLetterError
		if errors.As(err, &missing) {
			return missingLetter(missing)
		}
		if err != nil {
			return err
		}
		return finish(painted)
	})
}

// painting runs f when a painter is free.
func (s *Service) painting(ctx context.Context, f func() error) error {
	if err := s.painters.Acquire(ctx, 1); err != nil {
		return err
	}
	defer s.painters.Release(1)
	_, span := otel.Tracer("mcwick/media").Start(ctx, "paint")
	defer span.End()
	return f()
}

func missingLetter(m *render.MissingLetterError) error {
	message := fmt.Sprintf("None of our fonts can draw %q.", m.Letter)
	return fault.Invalid("LETTER_MISSING", fault.Field{Name: fmt.Sprintf("overlays[%d].content", m.Index), Message: message})
}
