// Command moderation is the moderation service, which checks texts before they are published. It
// has the key for AI providers' moderation calls, and no other.
//
// moderation serve | check-config
package main

import (
	"context"
	"time"

	"mcwick.example/platform/aiprovider/catalog"
	"mcwick.example/platform/config"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/moderation"
	"mcwick.example/services/moderation/internal/provider"
	"mcwick.example/services/moderation/internal/transport"
)

type configuration struct {
	service.StatelessConfig
	Provider provider.Config
}

// Variables returns the variables that the providers file names.
func (c *configuration) Variables() []string { return c.Provider.Variables() }

// Validate reports what is wrong with the configuration.
func (c *configuration) Validate() error { return c.Provider.Validate() }

// Summary describes the models that check texts.
func (c *configuration) Summary() string { return c.Provider.Summary(time.Now()) }

// ReadEnvironment stores the environment that the providers file refers to.
func (c *configuration) ReadEnvironment(e config.Environment) { c.Provider.Environment = e }

// spec describes this service.
var spec = service.Spec[configuration]{Name: "moderation", Serve: serve}

func main() { service.Main(spec) }

// concurrency limits each call: each may wait for a provider, for two seconds at most.
const concurrency = 256

func serve(ctx context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	models, err := provider.Open(c.Provider)
	if err != nil {
		return nil, err
	}
	for _, missing := range models.Missing {
		s.Log.WarnContext(ctx, missing)
	}
	sunsets := catalog.NewSunsets(s.Log, models.Catalog)
	if err := sunsets.RegisterMetrics(); err != nil {
		return nil, err
	}
	moderator := moderation.NewModerator(models.Moderate())
	server := rpc.NewServer(s.Log, c.GRPCAddr)
	moderationv1.RegisterModerationServiceServer(server,
		transport.NewServer(moderator, rpc.ServerChain(s.Log, concurrency)))
	return []lifecycle.Part{sunsets.Part(), server.Part()}, nil
}
