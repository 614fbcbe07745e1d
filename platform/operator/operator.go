// Package operator is the API for operators: a gRPC port of its own, which requires a token for
// each call and tells the use cases whose it was. What they do is written down with its effect
// (RecordAct), and every service answers some calls alike (Common). The public edge knows nothing of
// it.
package operator

import (
	"context"
	"log/slog"

	"google.golang.org/grpc"

	"mcwick.example/platform/config"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
)

// Config says where operators come in. Without a file of credentials there is no such port.
type Config struct {
	Addr string `env:"OPERATOR_ADDR" envDefault:":9092"`
	File string `env:"OPERATORS_FILE"` // see ReadCredentials; a change takes effect
}

// Validate reports every bad line of the file.
func (c Config) Validate() error {
	if c.File == "" {
		return nil
	}
	_, err := ReadCredentials(c.File)
	return err
}

// Part is the operators' server, with the services that register adds, Common first. Without a file
// it opens nothing.
func Part(log *slog.Logger, c Config, register ...func(grpc.ServiceRegistrar)) (lifecycle.Part, error) {
	if c.File == "" {
		return lifecycle.Part{Name: "no operators"}, nil
	}
	known, err := config.NewReloader("OPERATORS_FILE", credentialsLoader(log, c.File))
	if err != nil {
		return lifecycle.Part{}, err
	}
	access := newAccess(log, known.Get)
	server := rpc.NewOperatorServer(log, c.Addr, access.authenticate)
	for _, add := range register {
		add(server)
	}
	if access.required, err = requiredScopes(server.Server); err != nil {
		return lifecycle.Part{}, err
	}
	part := server.Part()
	part.Name = "operators"
	return part, nil
}

type credentialKey struct{}

// Name returns the operator who makes this call, or an error when the call did not come through
// their port.
func Name(ctx context.Context) (string, error) {
	c, err := credentialOf(ctx)
	return c.Name, err
}

// credentialOf returns what the token of this call stands for.
func credentialOf(ctx context.Context) (Credential, error) {
	c, ok := ctx.Value(credentialKey{}).(Credential)
	if !ok {
		return c, errUnknownOperator
	}
	return c, nil
}
