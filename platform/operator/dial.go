package operator

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
)

// WithToken makes one call with a token, over a connection that has none.
func WithToken(token string) grpc.CallOption { return grpc.PerRPCCredentials(bearer(token)) }

// Dial connects to an operators' port with a token. Calls come back as faults. The connection is
// made on first use and is not encrypted: the port is reached on this machine, or through a tunnel
// that is.
func Dial(addr, token string) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr, append(rpc.KeepaliveOptions(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithPerRPCCredentials(bearer(token)),
		grpc.WithUnaryInterceptor(func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn,
			invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			return fault.FromStatus(invoke(ctx, method, req, reply, cc, opts...))
		}),
	)...)
}

// bearer is a token as gRPC sends it.
type bearer string

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{header: scheme + string(b)}, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials.
func (bearer) RequireTransportSecurity() bool { return false }
