// Command generation is the generation service: prompts, jobs and the money that they cost. It is the
// only program that holds the AI provider's key.
//
//	generation serve | work | migrate | check-config
package main

import (
	"context"
	"errors"
	"os"
	"time"

	"mcwick.example/platform/config"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/lifecycle"
	platform "mcwick.example/platform/postgres"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/telemetry"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/artwork"
	"mcwick.example/services/generation/internal/generation"
	"mcwick.example/services/generation/internal/postgres"
	"mcwick.example/services/generation/internal/provider"
	"mcwick.example/services/generation/internal/transport"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

type configuration struct {
	GRPCAddr  string `env:"GRPC_ADDR" envDefault:":9090"`
	OpsAddr   string `env:"OPS_ADDR" envDefault:":9091"`
	MediaAddr string `env:"MEDIA_ADDR,required"`
	Workers   int    `env:"WORKERS" envDefault:"4"` // jobs at a time in this process
	Telemetry telemetry.Config
	Database  platform.Config
	Provider  provider.Config
}

// Validate tells what is wrong with the configuration.
func (c *configuration) Validate() error {
	err := c.Provider.Validate()
	if c.Workers < 1 {
		err = errors.Join(err, errors.New("WORKERS must be at least 1"))
	}
	return err
}

func main() {
	lifecycle.Main(map[string]func(context.Context) error{
		"serve":        func(ctx context.Context) error { return run(ctx, true) },
		"work":         func(ctx context.Context) error { return run(ctx, false) },
		"migrate":      migrate,
		"check-config": config.Check[configuration],
	})
}

const (
	// concurrency bounds each call; most of them are long polls that only wait.
	concurrency = 2048
	// imageDeadline is a picture job's time, from the moment a worker takes it.
	imageDeadline = 120 * time.Second
)

// run does the jobs and, with serve, answers calls as well.
func run(ctx context.Context, serve bool) error {
	c, err := config.Load[configuration]()
	if err != nil {
		return err
	}
	t, err := telemetry.Start(ctx, "generation", c.Telemetry)
	if err != nil {
		return err
	}
	pool, err := platform.Open(ctx, c.Database)
	if err != nil {
		return err
	}
	// Storing an artwork is idempotent by its id, so it may be tried again.
	media, err := rpc.Dial(c.MediaAddr, mediav1.MediaService_StoreArtwork_FullMethodName)
	if err != nil {
		return err
	}
	queue := jobs.NewQueue(pool)
	artist := generation.NewArtist(postgres.NewLedger(pool), provider.New(c.Provider), artwork.NewStore(mediav1.NewMediaServiceClient(media)))
	workers := jobs.NewWorkers(t.Log, queue, c.Workers, map[string]jobs.Kind{
		generation.KindMeme: {Handle: artist.DrawMeme, Deadline: imageDeadline},
	})
	parts := []lifecycle.Part{
		t.Part(),
		t.Ops(c.OpsAddr, platform.Ready(pool, postgres.Migrations())),
		platform.Part(pool),
		{Name: "media connection", Stop: func(context.Context) error { return media.Close() }},
		lifecycle.Loop("workers", workers.Run),
	}
	if serve {
		server := rpc.NewServer(t.Log, c.GRPCAddr)
		generationv1.RegisterGenerationServiceServer(server, transport.NewServer(generation.NewService(queue), rpc.ServerChain(t.Log, concurrency)))
		parts = append(parts, server.Part())
	}
	return lifecycle.Run(ctx, t.Log, parts...)
}

func migrate(ctx context.Context) error {
	c, err := config.Load[configuration]()
	if err != nil {
		return err
	}
	return platform.Migrate(ctx, telemetry.NewLogger(os.Stdout, "generation", c.Telemetry.LogLevel), c.Database, postgres.Migrations())
}
