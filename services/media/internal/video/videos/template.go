package videos

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/video/ffmpeg"
	"mcwick.example/services/media/internal/video/loops"
)

// The errors of templates, which only operators see.
var (
	ErrTemplateNotFound = fault.New(fault.KindNotFound, "TEMPLATE_NOT_FOUND", "There is no such template.")
	ErrTemplateInvalid  = fault.New(fault.KindInvalid, "TEMPLATE_INVALID",
		"A template is an H.264 mp4 of 720x1280 without sound, 3 to 60 seconds and at most 10 MB.")
)

// Template is a background for videos of a category.
type Template struct {
	ID         uuid.UUID
	Category   string
	ObjectName string
	Created    time.Time
}

func newTemplate(id uuid.UUID, category string, now time.Time) Template {
	return Template{ID: id, Category: category, ObjectName: "templates/" + id.String() + ".mp4",
		Created: now.UTC().Truncate(time.Microsecond)}
}

// TemplateStore is the database as the use cases need it. The operators' methods record the
// operator.
type TemplateStore interface {
	// Templates returns the templates in use, newest first.
	Templates(ctx context.Context, after page.TimeCursor, n int) ([]Template, error)
	// Missing returns those of the ids that no template has, or had.
	Missing(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error)
	// SeedTemplate records a built-in template unless it exists, or existed.
	SeedTemplate(ctx context.Context, t Template) error
	// AddTemplate records a template unless it is in use, and returns the stored one.
	AddTemplate(ctx context.Context, t Template, note string) (Template, error)
	// RemoveTemplate takes a template out of use, or returns ErrTemplateNotFound; a repeat changes
	// nothing.
	RemoveTemplate(ctx context.Context, id uuid.UUID, note string, now time.Time) error
}

// Templates has the use cases of templates.
type Templates struct {
	store   TemplateStore
	objects Objects
	tools   ffmpeg.Tools
	now     func() time.Time
}

// NewTemplates returns the use cases.
func NewTemplates(store TemplateStore, objects Objects, tools ffmpeg.Tools, now func() time.Time) *Templates {
	return &Templates{store, objects, tools, now}
}

// templateNamespace makes ids of clips: the same one has the same id everywhere, another one
// another.
var templateNamespace = uuid.MustParse("6d63776b-7469-4b6c-8f70-73c0ffee0001")

// SeedTemplates adds the built-in templates that never existed.
func (s *Templates) SeedTemplates(ctx context.Context) error {
	brought := make(map[uuid.UUID]string)
	clips := loops.All()
	for category, clip := range clips {
		brought[uuid.NewSHA1(templateNamespace, clip)] = category
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

// AddTemplateInput is a clip that an operator adds.
type AddTemplateInput struct {
	Category string
	Clip     []byte // an mp4, checked
	Note     string
}

// Add checks a clip and adds it to a category's backgrounds. The same clip is added once.
func (s *Templates) Add(ctx context.Context, in AddTemplateInput) (Template, error) {
	if !slices.Contains(categories, in.Category) {
		return Template{}, fault.Invalid("TEMPLATE_INVALID",
			fault.Field{Name: "category", Message: "The category is subway or minecraft."})
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
	t := newTemplate(uuid.NewSHA1(templateNamespace, append([]byte(in.Category), in.Clip...)), in.Category, s.now())
	if err := s.objects.Put(ctx, t.ObjectName, "video/mp4", in.Clip); err != nil {
		return Template{}, err
	}
	return s.store.AddTemplate(ctx, t, in.Note)
}

// TemplatePage is one page of templates, newest first.
type TemplatePage struct {
	Templates []Template
	Next      string // the cursor of the next page; empty on the last one
}

// List returns one page of the templates in use.
func (s *Templates) List(ctx context.Context, in ListTemplatesInput) (of TemplatePage, err error) {
	of.Templates, of.Next, err = page.List(in.After, in.Size, fault.Checks{},
		func(after page.TimeCursor, n int) ([]Template, error) { return s.store.Templates(ctx, after, n) },
		func(t Template) page.TimeCursor { return page.TimeCursor{Key: t.Created, ID: t.ID} })
	return of, err
}

// ListTemplatesInput requests one page.
type ListTemplatesInput struct {
	After string // a cursor; empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// RemoveTemplateInput identifies the template.
type RemoveTemplateInput struct {
	ID   string
	Note string
}

// Remove takes a template out of use; videos that use it stay.
func (s *Templates) Remove(ctx context.Context, in RemoveTemplateInput) error {
	id, ok := text.ParseID(in.ID)
	if !ok {
		return ErrTemplateNotFound
	}
	return s.store.RemoveTemplate(ctx, id, in.Note, s.now())
}
