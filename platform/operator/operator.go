// Package operator is the API for operators: a gRPC port of its own, which requires a token for
// each call and tells the use cases whose it was. What they do is written down with its effect
// (Record), and every service answers some calls alike (Common). The public edge knows nothing of
// it.
package operator

import (
	"context"
	"log/slog"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"mcwick.example/platform/config"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
)

// Config says where operators come in. Without a file of credentials there is no such port.
type Config struct {
	Addr string `env:"OPERATOR_ADDR" envDefault:":9092"`
	File string `env:"OPERATORS_FILE"` // see Read; a change takes effect
}

// Part is the operators' server, with the services that register adds, Common first. Without a file
// it opens nothing.
func Part(log *slog.Logger, c Config, register ...func(grpc.ServiceRegistrar)) (lifecycle.Part, error) {
	if c.File == "" {
		return lifecycle.Part{Name: "no operators"}, nil
	}
	known, err := config.NewReloader("OPERATORS_FILE", func() (Credentials, error) { return ReadCredentials(c.File) })
	if err != nil {
		return lifecycle.Part{}, err
	}
	server := rpc.NewServer(log, c.Addr, authenticate(log, known.Get))
	for _, add := range register {
		add(server)
	}
	part := server.Part()
	part.Name = "operators"
	return part, nil
}

// errUnknownOperator refuses calls without a known token; it does not say what was wrong with it.
var errUnknownOperator = fault.New(fault.KindUnauthenticated, "OPERATOR_UNKNOWN",
	"The token is not valid here.")

const (
	header = "authorization" // as gRPC spells it
	scheme = "Bearer "
)

// authenticate lets operators through who are known by now, and puts their name into the context.
func authenticate(log *slog.Logger, known func() Credentials) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		md, _ := metadata.FromIncomingContext(ctx)
		var name string
		if sent := md.Get(header); len(sent) == 1 {
			if token, ok := strings.CutPrefix(sent[0], scheme); ok {
				name = known().name(token)
			}
		}
		if name == "" {
			log.WarnContext(ctx, "operator refused", "method", info.FullMethod)
			return nil, fault.ToStatus(errUnknownOperator).Err()
		}
		return next(context.WithValue(ctx, nameKey{}, name), req)
	}
}

type nameKey struct{}

// Name returns the operator who makes this call, or an error when the call did not come through
// their port.
func Name(ctx context.Context) (string, error) {
	name, ok := ctx.Value(nameKey{}).(string)
	if !ok {
		return "", errUnknownOperator
	}
	return name, nil
}
