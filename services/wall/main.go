// Command wall is the wall service: the Wall of Flame, the Wall of Shame, and nominations for both.
//
// wall serve | migrate | check-config
package main

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"google.golang.org/grpc"

	"mcwick.example/platform/events"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/moderation/api/textcheck"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/avatar"
	"mcwick.example/services/wall/internal/postgres"
	"mcwick.example/services/wall/internal/postgres/migrations"
	"mcwick.example/services/wall/internal/transport"
	"mcwick.example/services/wall/internal/wall"
)

type configuration struct {
	service.Config
	Events     events.Config
	Moderation textcheck.Config
	Avatars    avatar.Config
}

// Validate reports what is wrong with the configuration.
func (c *configuration) Validate() error {
	return errors.Join(c.Config.Validate(), c.Events.Validate(), c.Avatars.Validate())
}

// spec describes this service.
var spec = service.Spec[configuration]{Name: "wall", Schema: migrations.Schema, Serve: serve}

func main() { service.Main(spec) }

const (
	concurrency   = 256 // of each call: the pool is the real limit, this keeps the queue in front of it short
	sweepInterval = 10 * time.Minute
)

func serve(_ context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	relay := events.NewRelay(s.Log, s.Pool, c.Events, "wall", wallv1.TopicEntry)
	store := postgres.NewStore(s.Pool, relay)
	words, moderation, errWords := textcheck.Open(c.Moderation)
	client, connection, errCases := cases.Open(c.Moderation.Addr)
	decided := events.NewConsumer(s.Log, s.Pool, c.Events, decisions.Subscribe("wall",
		decisions.KindWallEntry, relay, store.ApplyDecision, func(context.Context) {}))
	if err := errors.Join(errWords, errCases); err != nil {
		return nil, err
	}
	walls := wall.NewService(store, words, client, time.Now)
	chain := rpc.ServerChain(s.Log, concurrency)
	server := rpc.NewServer(s.Log, c.GRPCAddr)
	wallv1.RegisterWallServiceServer(server, transport.NewServer(walls, chain))
	operators, err := operator.Part(s.Log, c.Operators, operator.Common(s.Pool, chain, decided),
		func(r grpc.ServiceRegistrar) {
			wallv1.RegisterWallOperatorServiceServer(r, transport.NewOperatorServer(walls, chain))
		})
	if err != nil {
		return nil, err
	}

	return slices.Concat([]lifecycle.Part{
		moderation,
		connection,
		lifecycle.Loop("outbox relay", relay.Run),
		lifecycle.Loop("decisions about entries", decided.Run),
		lifecycle.Every(s.Log, "forgetting of events", events.InboxCleanupInterval, events.CleanInbox(s.Pool)),
		lifecycle.Every(s.Log, "avatars", wall.FetchAvatarsInterval, updateAvatars(s.Log, store, c.Avatars)),
		lifecycle.Every(s.Log, "sweep", sweepInterval, store.Sweep),
	}, client.Parts(s.Log, s.Pool, walls.ImportCases), []lifecycle.Part{operators, server.Part()}), nil
}

// updateAvatars returns the pass that fetches avatars or, where no source of them is configured, deletes those that
// were fetched before.
func updateAvatars(log *slog.Logger, store *postgres.Store, c avatar.Config) func(context.Context) error {
	if c.Template == "" {
		return store.DeleteAvatars
	}
	return wall.FetchAvatars(log, store, avatar.NewSource(c), time.Now)
}
