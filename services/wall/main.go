// Command wall is the wall service: the Wall of Flame, the Wall of Shame, and nominations for both.
//
// wall serve | migrate | check-config
package main

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"mcwick.example/platform/events"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service"
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
func (c *configuration) Validate() error { return c.Avatars.Validate() }

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
	words, moderation, err := textcheck.Open(c.Moderation)
	if err != nil {
		return nil, err
	}
	walls := wall.NewService(store, words)
	chain := rpc.ServerChain(s.Log, concurrency)
	server := rpc.NewServer(s.Log, c.GRPCAddr)
	wallv1.RegisterWallServiceServer(server, transport.NewServer(walls, chain))
	operators, err := operator.Part(s.Log, c.Operators, operator.Common(s.Pool, chain), func(r grpc.ServiceRegistrar) {
		wallv1.RegisterWallOperatorServiceServer(r, transport.NewOperatorServer(walls, chain))
	})
	if err != nil {
		return nil, err
	}

	fetching := lifecycle.Part{Name: "no avatars"}
	if c.Avatars.Template != "" {
		fetching = lifecycle.Every(s.Log, "avatars", wall.FetchAvatarsInterval,
			wall.FetchAvatars(s.Log, store, avatar.NewSource(c.Avatars), time.Now))
	}

	return []lifecycle.Part{
		moderation,
		lifecycle.Loop("outbox relay", relay.Run),
		fetching,
		lifecycle.Every(s.Log, "sweep", sweepInterval, store.Sweep),
		operators,
		server.Part(),
	}, nil
}
