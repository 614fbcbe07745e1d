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

// Store is the database as the use cases need it.
type Store interface {
	PictureCheckStore
	// Artwork returns a stored artwork, or ErrArtworkNotFound.
	Artwork(ctx context.Context, id uuid.UUID) (Artwork, error)
	// AddArtwork records an artwork unless it exists.
	AddArtwork(ctx context.Context, a Artwork) error
	// Published returns what the visitor published with this key before, or ErrPublicationNotFound.
	Published(ctx context.Context, visitor, key string) (Published, error)
	// PublicationsOf returns up to n publications of an owner after the cursor, newest first,
	// without those withdrawn.
	PublicationsOf(ctx context.Context, owner Owner, after page.TimeCursor, n int) ([]Published, error)
	// Withdraw withdraws a publication of the caller's and schedules its bytes for deletion,
	// together with the event. It returns the publication's object and when it was withdrawn first,
	// or ErrPublicationNotFound.
	Withdraw(ctx context.Context, id uuid.UUID, caller Owner, now time.Time) (objectName string, at time.Time,
		err error)
	// Report stores a device's first report of a public publication; when that makes enough lanes
	// with open reports that count, it hides the publication, together with the event, and reports
	// so. What an operator cleared or restored stays public. It returns ErrNotPublic, except to a
	// repeat.
	Report(ctx context.Context, r Report, enough int, now time.Time) (hidden bool, err error)
	// Reported returns up to n publications with open reports after a cursor, most reported first.
	Reported(ctx context.Context, after page.CountCursor, n int) ([]ReportedPublication, error)
	// HasEarlyPublication reports whether the device published a picture before there were
	// standings.
	HasEarlyPublication(ctx context.Context, visitor string) (bool, error)
	// Object returns the object name of a publication that its visitor has not withdrawn, or
	// ErrNoPublication.
	Object(ctx context.Context, id uuid.UUID) (string, error)
	// Hide hides a publication on behalf of the operator of ctx, with the event and the audit
	// record, and closes its open reports. It returns ErrNoPublication, ErrHidden or
	// ErrWithdrawnByOwner.
	Hide(ctx context.Context, id uuid.UUID, note string, now time.Time) error
	// Restore makes it public again, in the same way. It returns ErrNoPublication, ErrNotHidden or
	// ErrWithdrawnByOwner.
	Restore(ctx context.Context, id uuid.UUID, note string, now time.Time) error
	// Dismiss closes its open reports, or returns ErrNoPublication or ErrNoReports.
	Dismiss(ctx context.Context, id uuid.UUID, note string, now time.Time) error
	// DismissLane closes up to MaxDismissed open reports from a lane, or returns ErrNoLaneReports.
	DismissLane(ctx context.Context, lane, note string, now time.Time) (DismissedReports, error)
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
	// ReportsToHide is the number of networks whose reports hide a picture that no operator has
	// reviewed.
	ReportsToHide int `env:"REPORTS_TO_HIDE" envDefault:"3"`
	// Unjudged is what becomes of a picture without a verdict: publish (it is judged later)
	// or hold (it is not public before).
	Unjudged Unjudged `env:"PICTURES_UNJUDGED" envDefault:"publish"`
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	if c.ReportsToHide < 1 {
		return fmt.Errorf("REPORTS_TO_HIDE is %d: at least one report must be needed", c.ReportsToHide)
	}
	return c.Unjudged.Validate()
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
	now        func() time.Time

	checkPicture CheckPicture
	// painters limits the work on pixels, which needs a core and some 20 MB each.
	painters   *semaphore.Weighted
	layouts    *layouts
	publishing singleflight.Group // by intent
	inFlight   sync.WaitGroup     // publications, some of which outlive their callers
}

// NewService returns the use cases, with checkers of texts and of pictures.
func NewService(
	c Config, store Store, objects Objects, renderer *render.Renderer, hidden *hidden.Set, deleter Deleter,
	words *wordfilter.Checker, checkPicture CheckPicture,
	now func() time.Time,
) *Service {
	return &Service{
		config: c, store: store, objects: objects, renderer: renderer, hidden: hidden, deleter: deleter,
		wordFilter: words, checkPicture: checkPicture, now: now,
		painters: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
		layouts:  newLayouts(renderer),
	}
}
