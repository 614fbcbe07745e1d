package service

import (
	"context"
	"maps"

	"mcwick.example/platform/config"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/rpc"
)

// Spec is what a service has of its own. C is its configuration.
type Spec[C Configuration] struct {
	Name   string
	Schema postgres.Schema // of its database
	// ReadyWithoutDatabase says that it has calls that need no database: while that is away, only
	// those fail that do.
	ReadyWithoutDatabase bool
	Serve                Parts[C] // the sub-command serve: answers calls
	// the sub-command work: does jobs and answers no calls; nil without jobs
	Work     Parts[C]
	Commands map[string]func(ctx context.Context) error // more sub-commands, see lifecycle.Main
}

// Configuration is a struct that embeds Config.
type Configuration interface{ commonConfig() Config }

// Parts makes the parts of a service that was opened, its gRPC server last. Nothing runs yet.
type Parts[C Configuration] func(ctx context.Context, s *Service, c C) ([]lifecycle.Part, error)

// Main is the program of a service: it runs the sub-command that the command line names, with the
// configuration of the environment.
func Main[C Configuration](spec Spec[C]) {
	rpc.Configure()
	commands := map[string]func(context.Context) error{
		"serve":          spec.command(spec.Serve),
		"check-config …": config.Check[C],
		"migrate":        postgres.MigrateCommand(spec.Name, spec.Schema),
	}
	if spec.Work != nil {
		commands["work"] = spec.command(spec.Work)
	}
	maps.Copy(commands, spec.Commands)
	lifecycle.Main(commands)
}

func (spec Spec[C]) command(parts Parts[C]) func(context.Context) error {
	return func(ctx context.Context) error {
		c, err := config.Load[C]()
		if err != nil {
			return err
		}
		return spec.Run(ctx, c, parts)
	}
}

// Run runs parts of the service, which are those of Serve or Work, until ctx ends or one fails.
func (spec Spec[C]) Run(ctx context.Context, c C, parts Parts[C]) error {
	s, err := open(ctx, spec.Name, c.commonConfig())
	if err != nil {
		return err
	}
	own, err := parts(ctx, s, c)
	if err != nil {
		return err
	}
	return s.run(ctx, spec.ready(s), own)
}

// ready returns the readiness of the service: its database answers and has the migrations, unless
// it is ready without; its sessions have bounds.
func (spec Spec[C]) ready(s *Service) func(context.Context) error {
	if spec.ReadyWithoutDatabase {
		return postgres.ReadyWhenAway(s.Pool, spec.Schema)
	}
	return postgres.Ready(s.Pool, spec.Schema)
}
