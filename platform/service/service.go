// Package service is what all services have in common: configuration, instruments, a database of their own for those that store
// something, and the order in which all of it starts and stops.
package service

import (
	"context"
	"io/fs"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/telemetry"
)

// StatelessConfig is what a service without a database is told; a service embeds it in its own.
type StatelessConfig struct {
	GRPCAddr  string        `env:"GRPC_ADDR" envDefault:":9090"`
	OpsAddr   string        `env:"OPS_ADDR" envDefault:":9091"`
	Drain     time.Duration `env:"DRAIN"` // see lifecycle.Drain
	Telemetry telemetry.Config
}

// Config is what a service with a database is told; a service embeds it in its own.
type Config struct {
	StatelessConfig
	Database  postgres.Config
	Operators operator.Config
}

func (c Config) common() Config { return c }

// Service is a service that has its instruments and its pool, and nothing of its own yet.
type Service struct {
	Log  *slog.Logger
	Pool *pgxpool.Pool // nil of a stateless one

	config    StatelessConfig
	telemetry *telemetry.Telemetry
}

// OpenStateless prepares the service of that name, which stores nothing; nothing listens before RunStateless.
func OpenStateless(ctx context.Context, name string, c StatelessConfig) (*Service, error) {
	t, err := telemetry.Start(ctx, name, c.Telemetry)
	if err != nil {
		return nil, err
	}
	return &Service{Log: t.Log, config: c, telemetry: t}, nil
}

// Open prepares the service of that name; nothing listens or waits for the database before Run.
func Open(ctx context.Context, name string, c Config) (*Service, error) {
	s, err := OpenStateless(ctx, name, c.StatelessConfig)
	if err != nil {
		return nil, err
	}
	s.Pool, err = postgres.Open(ctx, c.Database)
	return s, err
}

// Run runs the service's own parts, its gRPC server last, until ctx ends or one fails. It says ready when the database
// has the migrations. It stops the way back: not ready, drained, no more calls, loops ended, pool closed, telemetry sent.
func (s *Service) Run(ctx context.Context, migrations fs.FS, own ...lifecycle.Part) error {
	return s.run(ctx, postgres.Ready(s.Pool, migrations), append([]lifecycle.Part{postgres.Part(s.Pool)}, own...))
}

// RunStateless does the same without a database: the service is ready once it listens.
func (s *Service) RunStateless(ctx context.Context, own ...lifecycle.Part) error {
	return s.run(ctx, func(context.Context) error { return nil }, own)
}

func (s *Service) run(ctx context.Context, ready func(context.Context) error, own []lifecycle.Part) error {
	parts := []lifecycle.Part{s.telemetry.Part(), s.telemetry.Ops(s.config.OpsAddr, ready)}
	parts = append(parts, own...)
	parts = append(parts, lifecycle.Drain(s.config.Drain))
	return lifecycle.Run(ctx, s.Log, parts...)
}
