package publications

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"mcwick.example/platform/page"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/objects/hidden"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/moderation/api/picturecheck"
	"mcwick.example/services/moderation/api/wordfilter"
)

// Store is the database as the use cases need it.
type Store interface {
	PictureCheckStore
	Memory
	// Artwork returns a stored artwork, or ErrArtworkNotFound.
	Artwork(ctx context.Context, id uuid.UUID) (Artwork, error)
	// AddArtwork records an artwork unless it exists.
	AddArtwork(ctx context.Context, a Artwork) error
	// Published returns what the visitor published with this key before, or ErrPublicationNotFound.
	Published(ctx context.Context, visitor, key string) (Published, error)
	// WasPublished reports whether there is such a publication, public or not.
	WasPublished(ctx context.Context, id uuid.UUID) (bool, error)
	// PublicationsOf returns up to n publications of an owner after the cursor, newest first,
	// without those withdrawn.
	PublicationsOf(ctx context.Context, owner moderation.Owner, after page.TimeCursor, n int) ([]Published, error)
	// Withdraw withdraws a publication of the caller's and schedules its bytes for deletion,
	// together with the event. It returns the publication's object and when it was withdrawn first,
	// or ErrPublicationNotFound.
	Withdraw(ctx context.Context, id uuid.UUID, caller moderation.Owner, now time.Time) (objectName string, at time.Time,
		err error)
	// Shown returns what visitors see of a public publication, or ErrNotPublic.
	Shown(ctx context.Context, id uuid.UUID) (Shown, error)
	// ShownOrHidden returns the same of a publication that is hidden, too, or ErrPublicationNotFound.
	ShownOrHidden(ctx context.Context, id uuid.UUID) (Shown, error)
	// Moderated returns what the maker sees of decisions, or ErrPublicationNotFound when it is not the
	// caller's.
	Moderated(ctx context.Context, id uuid.UUID, caller moderation.Owner) (moderation.State, error)
	// RecordAppeal records the maker's appeal, unless there is one.
	RecordAppeal(ctx context.Context, id uuid.UUID, text string, now time.Time) error
	// UnimportedCases returns up to n publications after an id, by id, with reports or decisions that
	// the moderation service does not know.
	UnimportedCases(ctx context.Context, after uuid.UUID, n int) ([]Unimported, error)
	// FinishImport closes the reports that were sent and records that the moderation service knows
	// the publication, with the version of the decision in force.
	FinishImport(ctx context.Context, u Unimported, version int, now time.Time) error
	// HasEarlyPublication reports whether the device published a picture before there were
	// standings.
	HasEarlyPublication(ctx context.Context, visitor string) (bool, error)
	// Object returns the object name of a publication that its visitor has not withdrawn, or
	// ErrNoPublication.
	Object(ctx context.Context, id uuid.UUID) (string, error)
	// HideMissing hides a public publication that has no bytes on behalf of the operator of ctx, with
	// the event and the audit record, and reports whether it was public.
	HideMissing(ctx context.Context, id uuid.UUID, note string, now time.Time) (hidden bool, err error)
	// Import records a publication with its artwork, the event and the audit record. If another one
	// of the same intent was first, it returns that one.
	Import(ctx context.Context, p Publication, note string) (Published, error)
	// ListRecords returns up to n publications after an id, by id.
	ListRecords(ctx context.Context, after uuid.UUID, n int) ([]PublicationRecord, error)
	// Republish returns the same, and records their events again together with the audit record.
	Republish(ctx context.Context, after uuid.UUID, n int, note string) ([]PublicationRecord, error)
	// Publish records a publication together with its event. If another one of the same intent was
	// first, it returns that one. It returns ErrPublicationLimit when the artwork was published
	// MaxPublications times.
	Publish(ctx context.Context, p Publication) (Published, error)
}

// Objects is the object store as the use cases need it. Objects are never overwritten with other
// bytes.
type Objects interface {
	Put(ctx context.Context, name, contentType string, b []byte) error
	Get(ctx context.Context, name string) ([]byte, error)
	// Exists reports whether an object exists.
	Exists(ctx context.Context, name string) (bool, error)
}

// Deleter deletes objects that a transaction has just scheduled, within a short timeout.
type Deleter interface {
	DeleteNow(ctx context.Context, names ...string)
}

// Config is the configuration of publishing.
type Config struct {
	// Unjudged is what becomes of a picture without a verdict: publish (it is judged later)
	// or hold (it is not public before).
	Unjudged Unjudged `env:"PICTURES_UNJUDGED" envDefault:"publish"`
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	if c.Unjudged != UnjudgedPublish && c.Unjudged != UnjudgedHold {
		return fmt.Errorf("PICTURES_UNJUDGED is %q: it must be %s or %s", string(c.Unjudged), UnjudgedPublish, UnjudgedHold)
	}
	return nil
}

// Service has the use cases of publishing.
type Service struct {
	config     Config
	store      Store
	objects    Objects
	renderer   *render.Renderer
	hidden     *hidden.Set
	deleter    Deleter
	wordFilter *wordfilter.Checker
	cases      Cases
	now        func() time.Time

	checkPicture picturecheck.Check
	// painters limits the work on pixels, which needs a core and some 20 MB each.
	painters *semaphore.Weighted
	// cardPainters limits how many of these draw cards, so that no crowd of link previews stands in front of
	// what visitors publish.
	cardPainters *semaphore.Weighted
	layouts      *layouts
	publishing   singleflight.Group // by intent
	inFlight     sync.WaitGroup     // publications, some of which outlive their callers
}

// NewService returns the use cases, with checkers of texts and of pictures, and the moderation
// service's cases.
func NewService(
	c Config, store Store, objects Objects, renderer *render.Renderer, hidden *hidden.Set, deleter Deleter,
	words *wordfilter.Checker, checkPicture picturecheck.Check, cases Cases,
	now func() time.Time,
) *Service {
	return &Service{
		config: c, store: store, objects: objects, renderer: renderer, hidden: hidden, deleter: deleter,
		wordFilter: words, checkPicture: checkPicture, cases: cases, now: now,
		painters:     semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
		cardPainters: semaphore.NewWeighted(int64(max(1, runtime.GOMAXPROCS(0)/2))),
		layouts:      newLayouts(renderer),
	}
}
