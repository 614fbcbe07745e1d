// Package service is what all services have in common: configuration, instruments, a database of
// their own for those that store something, and the order in which all of it starts and stops.
package service

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/telemetry"
)

// StatelessConfig is the configuration of a service without a database; a service embeds it in its
// own.
type StatelessConfig struct {
	GRPCAddr  string        `env:"GRPC_ADDR" envDefault:":9090"`
	OpsAddr   string        `env:"OPS_ADDR" envDefault:":9091"`
	Drain     time.Duration `env:"DRAIN"` // see lifecycle.Drain
	Telemetry telemetry.Config
}

// Config is the configuration of a service with a database; a service embeds it in its own.
type Config struct {
	StatelessConfig
	Database  postgres.Config
	Operators operator.Config
}

func (c Config) commonConfig() Config { return c }

func (c StatelessConfig) commonConfig() Config { return Config{StatelessConfig: c} }

// Service is a service that has its instruments and its pool, and nothing of its own yet.
type Service struct {
	Log  *slog.Logger
	Pool *pgxpool.Pool // nil of a stateless one

	config    StatelessConfig
	telemetry *telemetry.Telemetry
}

// open prepares a service; nothing listens or waits for the database yet.
func open(ctx context.Context, name string, c Config, stateless bool) (*Service, error) {
	t, err := telemetry.Start(ctx, name, c.Telemetry)
	if err != nil {
		return nil, err
	}
	s := &Service{Log: t.Log, config: c.StatelessConfig, telemetry: t}
	if !stateless {
		s.Pool, err = postgres.Open(ctx, c.Database)
	}
	return s, err
}

// run runs the service's own parts until ctx ends or one fails. It says ready when the database has
// the migrations, if there is one. It stops the way back: not ready, drained, no more calls, loops
// ended, pool closed, telemetry sent.
func (s *Service) run(ctx context.Context, schema postgres.Schema, own []lifecycle.Part) error {
	ready := func(context.Context) error { return nil }
	if s.Pool != nil {
		ready = postgres.Ready(s.Pool, schema)
		own = append([]lifecycle.Part{postgres.Part(s.Pool)}, own...)
	}
	parts := []lifecycle.Part{s.telemetry.Part(), s.telemetry.Ops(s.config.OpsAddr, ready)}
	parts = append(parts, own...)
	parts = append(parts, lifecycle.Drain(s.config.Drain))
	return lifecycle.Run(ctx, s.Log, parts...)
}
