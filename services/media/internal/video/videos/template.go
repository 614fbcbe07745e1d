package videos

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/retry"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/video/ffmpeg"
	"mcwick.example/services/media/internal/video/loops"
)

// The faults of templates, which operators alone see.
var (
	ErrTemplateNotFound = fault.New(fault.KindNotFound, "TEMPLATE_NOT_FOUND", "There is no such template.")
	ErrTemplateInvalid  = fault.New(fault.KindInvalid, "TEMPLATE_INVALID", "A template is an H.264 mp4 of 720x1280 without sound, 3 to 60 seconds and at most 10 MB.")
)

// Template is what goes on behind videos of a category.
type Template struct {
	ID         uuid.UUID
	Category   string
	ObjectName string
	Created    time.Time
}

func newTemplate(id uuid.UUID, category string, now time.Time) Template {
	return Template{ID: id, Category: category, ObjectName: "templates/" + id.String() + ".mp4", Created: now.UTC().Truncate(time.Microsecond)}
}

// TemplateStore is what the use cases need of a database. Those that an operator calls write down who did it.
type TemplateStore interface {
	// Templates returns those that videos may have, newest first.
	Templates(ctx context.Context, after page.TimeCursor, n int) ([]Template, error)
	// Missing returns those of the ids that no template has, or had.
	Missing(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error)
	// SeedTemplate records a built-in template unless it is there, or was.
	SeedTemplate(ctx context.Context, t Template) error
	// AddTemplate records a template unless it is in use, and returns it as it is then.
	AddTemplate(ctx context.Context, t Template, note string) (Template, error)
	// RemoveTemplate takes a template out of use, or is ErrTemplateNotFound; a repeat changes nothing.
	RemoveTemplate(ctx context.Context, id uuid.UUID, note string, now time.Time) error
}

// Templates is the use cases of templates.
type Templates struct {
	store   TemplateStore
	objects Objects
	tools   ffmpeg.Tools
	now     func() time.Time
}

// NewTemplates makes the use cases.
func NewTemplates(store TemplateStore, objects Objects, tools ffmpeg.Tools, now func() time.Time) *Templates {
	return &Templates{store, objects, tools, now}
}

// maxClipBytes makes ids of clips: the same one has the same id everywhere, another one another.
var maxClipBytes = uuid.MustParse("6d63776b-7469-4b6c-8f70-73c0ffee0001")

// SeedTemplates returns what brings the templates of the house, as soon as the store and the bucket
// are there, until its context ends.
func (s *Templates) SeedTemplates(log *slog.Logger) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		_ = retry.Call(ctx, retry.Policy{
			Backoff: time.Second, OnFailure: func(err error) { log.WarnContext(ctx, "house templates", "error", err) },
		}, s.seedTemplate)
		return nil // also when ctx has ended: others bring them
	}
}

// seedTemplate brings the templates of the house that were never there.
func (s *Templates) seedTemplate(ctx context.Context) error {
	brought := make(map[uuid.UUID]string)
	clips := loops.All()
	for category, clip := range clips {
		brought[uuid.NewSHA1(maxClipBytes, clip)] = category
	}
	missing, err := s.store.Missing(ctx, slices.Collect(maps.Keys(brought)))
	for _, id := range missing {
		t := newTemplate(id, brought[id], s.now())
		if put := s.objects.Put(ctx, t.ObjectName, "video/mp4", clips[t.Category]); put != nil {
			err = errors.Join(err, put)
			continue
		}
		err = errors.Join(err, s.store.SeedTemplate(ctx, t))
	}
	return err
}

// AddTemplateInput is a clip that an operator brings.
type AddTemplateInput struct {
	Category string
	Clip     []byte // an mp4, checked
	Note     string
}

// Add checks a clip and puts it behind the videos of a category, beside those that are there. The same clip is added once.
func (s *Templates) Add(ctx context.Context, in AddTemplateInput) (Template, error) {
	if !slices.Contains(categories, in.Category) {
		return Template{}, fault.Invalid("TEMPLATE_INVALID", fault.Field{Name: "category", Message: "The category is subway or minecraft."})
	}
	if len(in.Clip) > ffmpeg.MaxLoopBytes {
		return Template{}, ErrTemplateInvalid
	}
	if err := s.tools.CheckLoop(ctx, in.Clip); err != nil {
		if errors.Is(err, ffmpeg.ErrLoop) {
			err = ErrTemplateInvalid.WithCause(err)
		}
		return Template{}, err
	}
	t := newTemplate(uuid.NewSHA1(maxClipBytes, append([]byte(in.Category), in.Clip...)), in.Category, s.now())
	if err := s.objects.Put(ctx, t.ObjectName, "video/mp4", in.Clip); err != nil {
		return Template{}, err
	}
	return s.store.AddTemplate(ctx, t, in.Note)
}

// TemplatePage is a run of templates, newest first.
type TemplatePage struct {
	Templates []Template
	Next      string // the cursor of the next page; empty on the last one
}

// List returns one page of the templates in use.
func (s *Templates) List(ctx context.Context, in ListTemplatesInput) (TemplatePage, error) {
	after, size, bad := page.Parse[time.Time](in.After, in.Size)
	if err := fault.Invalid("LIST_INVALID", bad...); err != nil {
		return TemplatePage{}, err
	}
	found, err := s.store.Templates(ctx, after, size+1) // one more reports whether a page follows
	if err != nil {
		return TemplatePage{}, err
	}
	all, next := page.Paginate(found, size, func(t Template) page.TimeCursor { return page.TimeCursor{Key: t.Created, ID: t.ID} })
	return TemplatePage{all, next}, nil
}

// ListTemplatesInput requests one page.
type ListTemplatesInput struct {
	After string // a cursor; empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// RemoveTemplateInput names the template.
type RemoveTemplateInput struct {
	ID   string
	Note string
}

// Remove takes a template out of use; videos that have it stay.
func (s *Templates) Remove(ctx context.Context, in RemoveTemplateInput) error {
	id, ok := text.ParseID(in.ID)
	if !ok {
		return ErrTemplateNotFound
	}
	return s.store.RemoveTemplate(ctx, id, in.Note, s.now())
}
