// Package service is what all services have in common: configuration, instruments, a database of
// their own, and the order in which all of it starts and stops.
package service

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/mtls"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/telemetry"
)

// Config is the configuration of every service; a service embeds it in its own.
type Config struct {
	GRPCAddr  string        `env:"GRPC_ADDR" envDefault:":9090"`
	OpsAddr   string        `env:"OPS_ADDR" envDefault:":9091"`
	Drain     time.Duration `env:"DRAIN"` // see lifecycle.Drain
	Telemetry telemetry.Config
	Database  postgres.Config
	Operators operator.Config
	MTLS      mtls.Config
}

// Validate reports all that is wrong with it, files that cannot be read among them. A service with
// rules of its own calls it too.
func (c Config) Validate() error {
	return errors.Join(c.Telemetry.Validate(), c.Database.Validate(), c.Operators.Validate(), c.MTLS.Validate())
}

func (c Config) commonConfig() Config { return c }

// Service is a service that has its instruments and its pool, and nothing of its own yet.
type Service struct {
	Log  *slog.Logger
	Pool *pgxpool.Pool

	config    Config
	telemetry *telemetry.Telemetry
}

// open prepares a service; nothing listens or waits for the database yet.
func open(ctx context.Context, name string, c Config) (*Service, error) {
	t, err := telemetry.Start(ctx, name, c.Telemetry)
	if err != nil {
		return nil, err
	}
	if err := mtls.Configure(c.MTLS); err != nil {
		return nil, err
	}
	s := &Service{Log: t.Log, config: c, telemetry: t}
	s.Pool, err = postgres.Open(ctx, c.Database)
	return s, err
}

// run runs the service's own parts until ctx ends or one fails. It stops the way back: not ready,
// drained, no more calls, loops ended, pool closed, telemetry sent.
func (s *Service) run(ctx context.Context, ready func(context.Context) error, own []lifecycle.Part) error {
	parts := []lifecycle.Part{s.telemetry.Part(), s.telemetry.Ops(s.config.OpsAddr, ready), postgres.Part(s.Pool)}
	parts = append(parts, own...)
	parts = append(parts, lifecycle.Drain(s.config.Drain))
	return lifecycle.Run(ctx, s.Log, parts...)
}
