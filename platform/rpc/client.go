package rpc

import (
	"context"
	"encoding/json"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/mtls"
)

// callTimeout bounds a call whose context has no deadline of its own.
const callTimeout = 10 * time.Second

// resolveInterval is how soon after it looked a name up a client may do so again. gRPC's own half a
// minute is longer than a roll-out: a client that saw the first of two replicas leave would hear of
// the second one's successor long after it is gone.
const resolveInterval = time.Second

// Dial connects to a service. Calls carry the trace and the caller, have a deadline, come back as
// faults and stop at the open breaker of their method. Methods whose contract says that they may be
// repeated, by its idempotency_level, are tried up to three times when the service is unavailable.
// The connection is made on first use.
func Dial(addr string, contracts ...protoreflect.FileDescriptor) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr, append(KeepaliveOptions(),
		grpc.WithTransportCredentials(mtls.Own().ClientCredentials()),
		grpc.WithStatsHandler(otelgrpc.NewClientHandler()),
		grpc.WithDefaultServiceConfig(serviceConfig(contracts)),
		grpc.WithDefaultCallOptions(grpc.MaxCallSendMsgSize(maxMessage), grpc.MaxCallRecvMsgSize(maxMessage)),
		grpc.WithChainUnaryInterceptor(convertToFault, applyCallTimeout, breaker(), sendCaller),
	)...)
}

// serviceConfig balances over all replicas and retries what is safe to repeat, with a budget.
func serviceConfig(contracts []protoreflect.FileDescriptor) string {
	var names []map[string]any
	for _, contract := range contracts {
		for i := range contract.Services().Len() {
			methods := contract.Services().Get(i).Methods()
			for j := range methods.Len() {
				options, _ := methods.Get(j).Options().(*descriptorpb.MethodOptions)
				if options.GetIdempotencyLevel() != descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN {
					names = append(names, map[string]any{"service": methods.Get(j).Parent().FullName(),
						"method": methods.Get(j).Name()})
				}
			}
		}
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

// convertToFault rebuilds the fault that the service answered with.
func convertToFault(
	ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker,
	opts ...grpc.CallOption,
) error {
	return fault.FromStatus(invoke(ctx, method, req, reply, cc, opts...))
}

// applyCallTimeout sets a deadline on calls without one.
func applyCallTimeout(
	ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker,
	opts ...grpc.CallOption,
) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, callTimeout)
		defer cancel()
	}
	return invoke(ctx, method, req, reply, cc, opts...)
}
