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
	"mcwick.example/services/media/internal/objects/hidden"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/moderation/api/wordfilter"
)

// Store is what the use cases need of a database.
type Store interface {
	// Artwork returns a stored artwork, or ErrArtworkNotFound.
	Artwork(ctx context.Context, id uuid.UUID) (Artwork, error)
	// AddArtwork records an artwork unless it is there.
	AddArtwork(ctx context.Context, a Artwork) error
	// Published returns what the visitor published with this key before, or ErrPublicationNotFound.
	Published(ctx context.Context, visitor, key string) (Published, error)
	// PublicationsOf returns up to n publications of an owner behind the cursor, newest first, without
	// those withdrawn.
	PublicationsOf(ctx context.Context, owner Owner, after page.TimeCursor, n int) ([]Published, error)
	// Withdraw takes a publication of the caller's out of the public and has its bytes deleted, together with the event that tells of
	// it. It gives the publication's object and when it was withdrawn first, or ErrPublicationNotFound.
	Withdraw(ctx context.Context, id uuid.UUID, caller Owner, now time.Time) (objectName string, at time.Time, err error)
	// Report writes down a device's first report of a publication that is up; with the open report that counts from the last of enough
	// lanes it hides the publication, together with the event that tells of it, and says so. What an operator left up, or restored,
	// stays up. It answers ErrNotPublic, but not to a repeat.
	Report(ctx context.Context, r Report, enough int, now time.Time) (hidden bool, err error)
	// Reported returns up to n publications with open reports behind a place, most reported first.
	Reported(ctx context.Context, after page.CountCursor, n int) ([]ReportedPublication, error)
	// Object names the picture of a publication that its visitor has not withdrawn, or gives ErrNoPublication.
	Object(ctx context.Context, id uuid.UUID) (string, error)
	// Hide takes a publication out of the public on behalf of the operator of ctx, with the event and the audit, and settles its
	// open reports. It answers ErrNoPublication, ErrHidden or ErrWithdrawnByOwner.
	Hide(ctx context.Context, id uuid.UUID, note string, now time.Time) error
	// Restore makes it public again, in the same way. It answers ErrNoPublication, ErrNotHidden or ErrWithdrawnByOwner.
	Restore(ctx context.Context, id uuid.UUID, note string, now time.Time) error
	// Dismiss settles its open reports, or answers ErrNoPublication or ErrNoReports.
	Dismiss(ctx context.Context, id uuid.UUID, note string, now time.Time) error
	// Import records a publication with its artwork, the event and the audit. When another one of the same intent was first,
	// that one is given instead.
	Import(ctx context.Context, p Publication, note string) (Published, error)
	// Standing returns up to n publications behind an id, by their ids.
	ListRecords(ctx context.Context, after uuid.UUID, n int) ([]PublicationRecord, error)
	// Republish returns the same, together with the events that tell of them again and the audit.
	Republish(ctx context.Context, after uuid.UUID, n int, note string) ([]PublicationRecord, error)
	// Publish records a publication together with the event that tells of it. When another one of the
	// same intent was first, that one is given instead. It is ErrPublicationLimit when the artwork was published MaxPublications times.
	Publish(ctx context.Context, p Publication) (Published, error)
}

// Objects is what the use cases need of a blob store. Objects are never overwritten with other bytes.
type Objects interface {
	Put(ctx context.Context, name, contentType string, b []byte) error
	Get(ctx context.Context, name string) ([]byte, error)
	// Exists reports whether there is such an object.
	Exists(ctx context.Context, name string) (bool, error)
}

// Deleter deletes objects that a transaction has just given up, as far as the store is quick.
type Deleter interface {
	DeleteNow(ctx context.Context, names ...string)
}

// Config is what an installation decides.
type Config struct {
	// ReportsToHide is from how many networks a picture that nobody has looked at must be reported to hide it.
	ReportsToHide int `env:"REPORTS_TO_HIDE" envDefault:"3"`
}

// Validate tells what is wrong with the configuration.
func (c Config) Validate() error {
	if c.ReportsToHide < 1 {
		return fmt.Errorf("REPORTS_TO_HIDE is %d: at least one report must be needed", c.ReportsToHide)
	}
	return nil
}

// Service is the use cases of publishing.
type Service struct {
	config     Config
	store      Store
	objects    Objects
	renderer   *render.Renderer
	hidden     *hidden.Set
	deleter    Deleter
	wordFilter *wordfilter.Checker
	now        func() time.Time
	// painters bounds the work on pixels, which needs a core and some 20 MB each.
	painters   *semaphore.Weighted
	publishing singleflight.Group // by intent
	inFlight   sync.WaitGroup     // publications, some of which outlive their callers
}

// NewService makes the use cases, for texts that pass the checker.
func NewService(
	c Config, store Store, objects Objects, renderer *render.Renderer, hidden *hidden.Set, deleter Deleter, words *wordfilter.Checker,
	now func() time.Time,
) *Service {
	return &Service{
		config: c, store: store, objects: objects, renderer: renderer, hidden: hidden, deleter: deleter, wordFilter: words, now: now,
		painters: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
	}
}
