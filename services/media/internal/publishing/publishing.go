// Package publishing stores the artwork that jobs made, draws texts on it and publishes it: one
// half of media. This package wires it; package publications has the rules.
package publishing

import (
	"context"
	"net/http"
	"time"

	"github.com/gen2brain/webp"
	"github.com/jackc/pgx/v5"
	"google.golang.org/grpc"

	"mcwick.example/platform/events"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/services/identity/api/devicelink"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/halves"
	"mcwick.example/services/media/internal/objects/hidden"
	"mcwick.example/services/media/internal/objects/sweep"
	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/media/internal/publishing/render"
	"mcwick.example/services/media/internal/publishing/transport"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/moderation/api/picturecheck"
)

// Config is the configuration of publishing.
type Config struct {
	// a font of PNG pictures
	EmojiFont string `env:"EMOJI_FONT" envDefault:"/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"`
	publications.Config
}

// Dependencies is what publishing shares with the rest of the service.
type Dependencies struct {
	halves.Dependencies
	Picture picturecheck.Check // checks pictures before they are published
	// LinkOthers assigns to an account what a device has beside publications.
	LinkOthers devicelink.Link
}

// portraitsInterval is how often a process looks for portraits of the last release.
const portraitsInterval = time.Minute

// retentionInterval is how often old data is deleted.
const retentionInterval = 10 * time.Minute

// Publishing is this half of the service.
type Publishing struct {
	Accounts     *events.Consumer // of identity's events
	Decisions    *events.Consumer // of the moderation service
	dependencies Dependencies
	store        *postgres.Store
	hidden       *hidden.Set
	privacy      *publications.Privacy
	renderer     *render.Renderer
	useCases     *publications.Service
}

// New wires publishing.
func New(c Config, d Dependencies) *Publishing {
	accounts := events.NewConsumer(d.Log, d.Pool, d.Events, devicelink.Subscribe("media", d.link))
	renderer, err := render.New(c.EmojiFont)
	if err != nil {
		d.Log.Warn("no emoji in texts: install fonts-noto-color-emoji", "error", err)
	}
	if err := webp.Dynamic(); err != nil {
		d.Log.Warn("WebP is encoded by WebAssembly, four times as slowly: install libwebp-dev", "error", err)
		go webp.Init() // half a second, so that no publication waits for it
	}
	store := postgres.NewStore(d.Pool, d.Relay)
	store.Measure()
	set := hidden.New(hidden.Either(store.Hidden, d.Deleter.Withdrawn), publications.Subject)
	decided := events.NewConsumer(d.Log, d.Pool, d.Events, decisions.Subscribe("media", decisions.KindPicture,
		d.Relay, store.ApplyDecision, func(ctx context.Context) {
			if err := set.Refresh(ctx); err != nil { // the next one is soon
				d.Log.WarnContext(ctx, "hidden pictures", "error", err)
			}
		}))
	useCases := publications.NewService(c.Config, store, d.Bucket, renderer, set, d.Deleter, d.Words, d.Picture,
		d.Cases,
		d.Now)
	return &Publishing{Accounts: accounts, Decisions: decided, dependencies: d, store: store, hidden: set,
		renderer: renderer, useCases: useCases,
		privacy: publications.NewPrivacy(store.FormerPortraits)}
}

// link assigns to an account what a device published, and what it has beside that.
func (d Dependencies) link(ctx context.Context, tx pgx.Tx, visitor, account string, at time.Time) error {
	if err := (postgres.Owners{}).Link(ctx, tx, visitor, account, at); err != nil {
		return err
	}
	return d.LinkOthers(ctx, tx, visitor, account, at)
}

// Register registers the calls of visitors and of other services.
func (p *Publishing) Register(r grpc.ServiceRegistrar) {
	mediav1.RegisterMediaServiceServer(r, transport.NewServer(p.useCases, p.dependencies.Chain))
}

// RegisterOperators registers the operators' calls.
func (p *Publishing) RegisterOperators(r grpc.ServiceRegistrar) {
	mediav1.RegisterMediaOperatorServiceServer(r, transport.NewOperatorServer(p.useCases, p.dependencies.Chain))
}

// Mount serves the pictures.
func (p *Publishing) Mount(mux *http.ServeMux) {
	transport.Mount(mux, p.dependencies.Log, p.dependencies.Bucket, p.hidden, p.store.Withdrawn, p.privacy.IsPublic,
		p.dependencies.Purged, p.renderer)
}

// Parts returns the background parts, in the order in which they start.
func (p *Publishing) Parts() []lifecycle.Part {
	log := p.dependencies.Log
	owner := sweep.Owner{Name: "sweep of pictures", Prefixes: publications.Prefixes, Existing: p.store.Kept}
	sweeper := sweep.New(owner, sweep.NewCursors(p.dependencies.Pool), p.dependencies.Bucket, p.dependencies.Now)
	retention := postgres.NewRetention(p.dependencies.Pool, p.dependencies.Relay)
	return []lifecycle.Part{
		lifecycle.Loop("identity events", p.Accounts.Run),
		lifecycle.Loop("decisions about pictures", p.Decisions.Run),
		lifecycle.Every(log, "hidden pictures", hidden.Interval, p.hidden.Refresh),
		lifecycle.Every(log, "former portraits", portraitsInterval, p.privacy.Refresh),
		lifecycle.Every(log, "sweep of pictures", sweep.Interval, sweeper.Pass),
		lifecycle.Every(log, "judging of pictures", publications.PictureCheckInterval, p.useCases.JudgeDuePictures),
		lifecycle.Every(log, "hashes of removed pictures", publications.HashInterval, p.useCases.HashRemovals),
		lifecycle.Every(log, "retention of pictures", retentionInterval,
			func(ctx context.Context) error { return retention.Expire(ctx, p.dependencies.Now()) }),
		{Name: "publications", Stop: func(ctx context.Context) error { return lifecycle.Await(ctx, p.useCases.Wait) }},
	}
}

// ImportCases sends the moderation service what it does not know of reports and hidden pictures.
func (p *Publishing) ImportCases(ctx context.Context) error { return p.useCases.ImportCases(ctx) }
