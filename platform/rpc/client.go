package rpc

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	"mcwick.example/platform/fault"
)

// callTimeout bounds a call whose context has no deadline of its own.
const callTimeout = 10 * time.Second

// Dial connects to a service. Calls carry the trace and the caller, have a deadline, come back as
// faults and stop at the open breaker of their method. Methods named in idempotent (as /package.Service/Method) are
// tried up to three times when the service is unavailable. The connection is made on first use.
func Dial(addr string, idempotent ...string) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr,
		grpc.WithTransportCredentials(insecure.NewCredentials()), // inside the house; the cluster's policies keep strangers out
		grpc.WithStatsHandler(otelgrpc.NewClientHandler()),
		grpc.WithDefaultServiceConfig(serviceConfig(idempotent)),
		grpc.WithDefaultCallOptions(grpc.MaxCallSendMsgSize(maxMessage), grpc.MaxCallRecvMsgSize(maxMessage)),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, PermitWithoutStream: true}),
		grpc.WithChainUnaryInterceptor(asFault, bounded, breaker(), sendCaller),
	)
}

// serviceConfig balances over all replicas and retries what is safe to repeat, with a budget.
func serviceConfig(idempotent []string) string {
	type name struct {
		Service string `json:"service"`
		Method  string `json:"method"`
	}
	names := make([]name, 0, len(idempotent))
	for _, m := range idempotent {
		service, method, _ := strings.Cut(strings.TrimPrefix(m, "/"), "/")
		names = append(names, name{service, method})
	}
	config := map[string]any{"loadBalancingConfig": []any{map[string]any{"round_robin": map[string]any{}}}}
	if len(names) > 0 {
		config["retryThrottling"] = map[string]any{"maxTokens": 10, "tokenRatio": 0.1}
		config["methodConfig"] = []any{map[string]any{"name": names, "retryPolicy": map[string]any{
			"maxAttempts": 3, "initialBackoff": "0.05s", "maxBackoff": "0.5s", "backoffMultiplier": 2,
			"retryableStatusCodes": []string{"UNAVAILABLE"},
		}}}
	}
	b, _ := json.Marshal(config) // maps of strings and numbers always marshal
	return string(b)
}

// asFault rebuilds the fault that the service answered with.
func asFault(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	return fault.FromStatus(invoke(ctx, method, req, reply, cc, opts...))
}

// bounded gives a deadline to calls without one.
func bounded(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, callTimeout)
		defer cancel()
	}
	return invoke(ctx, method, req, reply, cc, opts...)
}
