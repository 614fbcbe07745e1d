package generation

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/instrument"
	"mcwick.example/platform/jobs"
)

// ImageProvider draws pictures for money. Its errors are this package's faults.
type ImageProvider interface {
	// Image draws the prompt, 1024 by 1024, and returns how many tokens it took, 0 when it is not known.
	// visitor is opaque and only distinguishes visitors.
	Image(ctx context.Context, prompt, visitor string) (image []byte, tokens int64, err error)
}

// ArtworkStore stores pictures.
type ArtworkStore interface {
	// Find returns what a job stored before; ok is false when it stored nothing.
	Find(ctx context.Context, jobID string) (r Result, ok bool, err error)
	// Store stores a picture, and returns the stored one: another worker of the job may have been
	// first.
	Store(ctx context.Context, a Artwork) (Result, error)
}

// Artwork is a picture that a job made.
type Artwork struct {
	JobID     string // becomes the artwork's id, so that storing twice is idempotent
	Visitor   string
	Image     []byte
	Source    Source
	Generator string // the model's name, or the composer's
	Type      string // the type that it will be published as: meme or pfp
	Prompt    string // as stored with the picture
	Action    string
	Scene     string
	Style     string
	Traits    map[string]string // of a PFP: option id by category
	Seed      int32             // of a PFP
}

// Result is the result of a succeeded picture job.
type Result struct {
	ArtworkID  string `json:"artworkId"`
	ObjectName string `json:"objectName"`
	Source     Source `json:"source,omitempty"` // empty for jobs of older releases
	// the model's name, or the composer's; empty for jobs of older releases
	Generator string `json:"generator,omitempty"`
}

// PictureWorker runs the picture jobs.
type PictureWorker struct {
	ledger           Ledger
	store            ArtworkStore
	chain            []PictureModel
	composer         Composer // nil if it is switched off
	composedPictures metric.Int64Counter
}

// NewPictureWorker returns a worker of picture jobs. With a composer, which may be nil, a picture
// is drawn also when no model draws it.
func NewPictureWorker(l Ledger, s ArtworkStore, chain []PictureModel, c Composer) *PictureWorker {
	composed := instrument.Must(otel.Meter("mcwick/generation").Int64Counter("mcwick.composer.pictures",
		metric.WithDescription("Pictures that the composer drew because no AI model did, by reason.")))
	return &PictureWorker{l, s, chain, c, composed}
}

// DrawMeme runs a job of KindMeme.
func (a *PictureWorker) DrawMeme(ctx context.Context, job jobs.Job, input Meme) (Result, error) {
	return a.makePicture(ctx, job, input)
}

// DrawPFP runs a job of KindPFP.
func (a *PictureWorker) DrawPFP(ctx context.Context, job jobs.Job, input PFP) (Result, error) {
	return a.makePicture(ctx, job, input)
}

// makePicture has the picture drawn and stored. A model accepts at most one call per job: the
// worker that takes over a dead worker's job uses the picture that was stored, and otherwise calls
// only the models that were not called.
func (a *PictureWorker) makePicture(ctx context.Context, job jobs.Job, input Picture) (Result, error) {
	if job.Attempt > 1 {
		if stored, ok, err := findStored(ctx, func(ctx context.Context) (Result, bool, error) {
			return a.store.Find(ctx, job.ID)
		}); ok || err != nil {
			return stored, notStored(err)
		}
		if err := a.closeInheritedCalls(ctx, job); err != nil {
			return Result{}, ErrImage.WithCause(err)
		}
	}
	artwork, err := a.drawPicture(ctx, job, input)
	if err != nil {
		return Result{}, withMessage(err, ErrImage, ErrKey, ErrNetwork, ErrUnreachable, ErrTimeout, ErrNoImage,
			ErrNotAnImage, ErrTooLarge)
	}
	stored, err := storeWithRetry(ctx,
		func(ctx context.Context) (Result, error) { return a.store.Store(ctx, artwork) })
	return stored, notStored(err)
}

// notStored returns the store's failure with the specification's texts. The retries have been made: they go by
// what the store said.
func notStored(err error) error {
	return withMessage(err, ErrNotStored, ErrTooLarge, ErrNotAnImage, ErrBucket)
}

// closeInheritedCalls closes the calls that a dead worker left open.
func (a *PictureWorker) closeInheritedCalls(ctx context.Context, job jobs.Job) error {
	if len(a.chain) == 0 {
		return nil
	}
	_, err := a.ledger.CloseInherited(ctx, job.ID, job.Attempt, a.chain[0].Name)
	return err
}

// drawPicture has one of the models draw the picture, or the composer when none does.
func (a *PictureWorker) drawPicture(ctx context.Context, job jobs.Job, input Picture) (Artwork, error) {
	artwork := input.Artwork()
	artwork.JobID, artwork.Visitor = job.ID, job.Visitor
	asking := ctx
	if a.composer != nil {
		var cancel context.CancelFunc
		asking, cancel = withComposerReserve(ctx)
		defer cancel()
	}
	prompt := input.Prompt()
	image, by, err := tryAffordable(asking, a.ledger, job.ID, a.chain,
		func(m PictureModel) int64 { return m.price(prompt) },
		func(m PictureModel, _ bool) ([]byte, error) { return a.callModel(asking, job, m, prompt) })
	if err == nil {
		artwork.Image, artwork.Source, artwork.Generator = image, by.Source, by.ID
		return artwork, nil
	}
	// What a provider refused is not drawn, also when the time for calls is over meanwhile.
	isFinal := !isOutage(err) && (asking.Err() == nil || errors.As(err, new(*CallError)))
	if a.composer == nil || isFinal || ctx.Err() != nil {
		return artwork, err
	}
	why := fault.From(withMessage(err, ErrImage)).Reason
	trace.SpanFromContext(ctx).AddEvent("composer draws", trace.WithAttributes(attribute.String("fault.reason", why)))
	artwork.Image, err = input.Draw(ctx, a.composer, variationOf(job.ID))
	if err != nil {
		return artwork, ErrImage.WithCause(err)
	}
	a.composedPictures.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", why)))
	artwork.Source, artwork.Generator = SourceComposer, composerName
	return artwork, nil
}

// callModel calls one model for the picture, and retries only when the call was certainly not
// accepted.
func (a *PictureWorker) callModel(ctx context.Context, job jobs.Job, m PictureModel, prompt string) ([]byte, error) {
	price := m.price(prompt)
	call := Call{JobID: job.ID, Attempt: job.Attempt, Model: m.Model, Price: price, MaxCost: price}
	return retryUntilAccepted(ctx, m.Breaker, func() ([]byte, error) {
		return payFor(ctx, a.ledger, call, func() ([]byte, int64, error) {
			image, tokens, err := m.Provider.Image(ctx, prompt, job.Visitor)
			return image, m.cost(ctx, price, tokens), err
		})
	})
}

// picturePrices are the maximum cost of a picture at each model.
func picturePrices(p Picture, of Models) []int64 {
	prompt := p.Prompt()
	return pricesOf(of.Picture, func(m PictureModel) int64 { return m.price(prompt) })
}
