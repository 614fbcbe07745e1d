// Command gallery is the gallery service: published pictures and their likes.
//
// gallery serve | migrate | check-config
package main

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"

	"mcwick.example/platform/events"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/gallery/internal/postgres"
	"mcwick.example/services/gallery/internal/postgres/migrations"
	"mcwick.example/services/gallery/internal/transport"
	"mcwick.example/services/identity/api/devicelink"
)

type configuration struct {
	service.Config
	Events events.Config
	// RanksInterval is how often likes become ranks: how old lists by likes may be.
	RanksInterval time.Duration `env:"RANKS_INTERVAL" envDefault:"2s"`
}

// Validate lists what is wrong with it.
func (c *configuration) Validate() error {
	err := errors.Join(c.Config.Validate(), c.Events.Validate())
	if c.RanksInterval <= 0 {
		err = errors.Join(err, errors.New("RANKS_INTERVAL must be positive"))
	}
	return err
}

// The gallery consumes what media publishes, which device belongs to which account, and what
// accounts say of themselves.
var (
	artworks = transport.Artworks(postgres.Artworks{})
	videos   = transport.Videos(postgres.Artworks{})
	owners   = devicelink.Subscribe("gallery", postgres.Owners{}.Link)
	profiles = transport.Profiles(postgres.Owners{})
)

// spec describes this service.
var spec = service.Spec[configuration]{Name: "gallery", Schema: migrations.Schema, Serve: serve}

func main() {
	lifecycle.CollectLess()
	service.Main(spec)
}

// concurrency limits each call that reads: the pool is the real limit, this keeps the queue in
// front of it short. Likes wait for their batch and cost nothing meanwhile; their queue has its own
// limit, below maxLikeCalls.
const (
	concurrency  = 256
	maxLikeCalls = 8192
)

// reconcileInterval is how often ranks and words are compared with all pictures; at the start, too, because the last
// process may have died.
const reconcileInterval = 10 * time.Minute

// authorsInterval is how long pictures of a changed profile wait for their words at most, when no others do.
const authorsInterval = time.Second

// announcing publishes the notices of what a subscription changed at once.
func announcing(relay *events.Relay, s events.Subscription) events.Subscription {
	s.AfterCommit = func(context.Context) { relay.Wake() }
	return s
}

// sweepInterval is how often expired data is deleted.
const sweepInterval = 10 * time.Minute

func serve(_ context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	store := postgres.NewStore(s.Pool)
	relay := events.NewNoticeRelay(s.Log, s.Pool, c.Events, "gallery", galleryv1.TopicList)
	images := events.NewConsumer(s.Log, s.Pool, c.Events, announcing(relay, artworks))
	shared := events.NewConsumer(s.Log, s.Pool, c.Events, announcing(relay, videos))
	accounts := events.NewConsumer(s.Log, s.Pool, c.Events, owners)
	known := events.NewConsumer(s.Log, s.Pool, c.Events, profiles)
	server := rpc.NewServer(s.Log, c.GRPCAddr)
	pictures, chain := gallery.NewService(store), rpc.ServerChain(s.Log, concurrency)
	galleryv1.RegisterGalleryServiceServer(server,
		transport.NewServer(pictures, chain, rpc.ServerChain(s.Log, maxLikeCalls)))
	operators, err := operator.Part(s.Log, c.Operators, operator.Common(s.Pool, chain, images, shared, accounts, known),
		func(r grpc.ServiceRegistrar) {
			galleryv1.RegisterGalleryOperatorServiceServer(r, transport.NewOperatorServer(pictures, chain))
		})
	if err != nil {
		return nil, err
	}

	return []lifecycle.Part{
		lifecycle.Loop("outbox relay", relay.Run),
		lifecycle.Loop("likes", store.CommitLikes),
		lifecycle.Loop("artwork events", images.Run),
		lifecycle.Loop("video events", shared.Run),
		lifecycle.Loop("identity events", accounts.Run),
		lifecycle.Loop("profile events", known.Run),
		lifecycle.Every(s.Log, "ranks", c.RanksInterval, store.RefreshRanks),
		lifecycle.Every(s.Log, "words of authors", authorsInterval, store.IndexAuthors),
		lifecycle.Every(s.Log, "notices of likes", postgres.LikesInterval, store.AnnounceLikes(relay)),
		lifecycle.FromStart(s.Log, "reconciliation of ranks", reconcileInterval, store.Reconcile),
		lifecycle.Every(s.Log, "retention", sweepInterval, store.Sweep),
		lifecycle.Every(s.Log, "forgetting of events", events.InboxCleanupInterval, events.CleanInbox(s.Pool)),
		operators,
		server.Part(),
	}, nil
}
