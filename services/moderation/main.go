// Command moderation is the moderation service: it checks texts before they are published, has the
// cases about content and what operators decided about it, and keeps what they have the public edge
// refuse. It has the key for AI providers' moderation calls, and no other.
//
// moderation serve | migrate | check-config
package main

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"

	"mcwick.example/platform/aiprovider/catalog"
	"mcwick.example/platform/config"
	"mcwick.example/platform/events"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/cases"
	"mcwick.example/services/moderation/internal/moderation"
	"mcwick.example/services/moderation/internal/policy"
	"mcwick.example/services/moderation/internal/postgres"
	"mcwick.example/services/moderation/internal/postgres/migrations"
	"mcwick.example/services/moderation/internal/provider"
	"mcwick.example/services/moderation/internal/transport"
)

type configuration struct {
	service.Config
	Events   events.Config
	Provider provider.Config
	Cases    cases.Config
}

// Variables returns the variables that the providers file names.
func (c *configuration) Variables() []string { return c.Provider.Variables() }

// Validate reports what is wrong with the configuration.
func (c *configuration) Validate() error {
	return errors.Join(c.Config.Validate(), c.Events.Validate(), c.Provider.Validate(), c.Cases.Validate())
}

// Summary describes the models that check texts.
func (c *configuration) Summary() string { return c.Provider.Summary(time.Now()) }

// ReadEnvironment stores the environment that the providers file refers to.
func (c *configuration) ReadEnvironment(e config.Environment) { c.Provider.Environment = e }

// spec describes this service. Texts are checked also while its database is away.
var spec = service.Spec[configuration]{Name: "moderation", Schema: migrations.Schema, ReadyWithoutDatabase: true,
	Serve: serve}

func main() { service.Main(spec) }

const (
	concurrency   = 256 // of each call: each may wait for a provider, for two seconds at most
	sweepInterval = 10 * time.Minute
)

func serve(ctx context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	models, err := provider.Open(c.Provider)
	if err != nil {
		return nil, err
	}
	for _, missing := range models.Missing {
		s.Log.WarnContext(ctx, missing)
	}
	sunsets := catalog.NewSunsets(s.Log, models.Catalog)
	sunsets.RegisterMetrics()
	judge := models.ModeratePictures()
	if judge == nil {
		s.Log.WarnContext(ctx, "no provider judges pictures: they are published as they are")
	}
	pictures := moderation.NewPictureChecker(judge)
	moderator := moderation.NewModerator(models.Moderate())
	policies := policy.NewService(postgres.NewStore(s.Pool))
	relay := events.NewRelay(s.Log, s.Pool, c.Events, "moderation", moderationv1.TopicDecision)
	caseStore := postgres.NewCases(s.Pool, relay, time.Now)
	caseStore.RegisterMetrics()
	content := cases.NewService(c.Cases, caseStore, time.Now)
	chain := rpc.ServerChain(s.Log, concurrency)
	server := rpc.NewServer(s.Log, c.GRPCAddr)
	moderationv1.RegisterModerationServiceServer(server, transport.NewServer(moderator, pictures, chain))
	moderationv1.RegisterPolicyServiceServer(server, transport.NewPolicyServer(policies, chain))
	moderationv1.RegisterCaseServiceServer(server, transport.NewCaseServer(content, chain))
	operators, err := operator.Part(s.Log, c.Operators, operator.Common(s.Pool, chain), func(r grpc.ServiceRegistrar) {
		moderationv1.RegisterModerationOperatorServiceServer(r, transport.NewOperatorServer(policies, chain))
		moderationv1.RegisterCaseOperatorServiceServer(r, transport.NewCaseOperatorServer(content, chain))
	})
	if err != nil {
		return nil, err
	}
	return []lifecycle.Part{
		sunsets.Part(),
		lifecycle.Loop("outbox relay", relay.Run),
		lifecycle.Every(s.Log, "sweep", sweepInterval, postgres.Sweep(s.Pool)),
		operators,
		server.Part(),
	}, nil
}
