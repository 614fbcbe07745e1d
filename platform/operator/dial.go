package operator

import (
	"context"
	"crypto/tls"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/mtls"
	"mcwick.example/platform/rpc"
)

// WithToken makes one call with a token, over a connection that has none.
func WithToken(token string) grpc.CallOption { return grpc.PerRPCCredentials(bearer(token)) }

// Dial connects to an operators' port with a token. Calls come back as faults. The connection is made
// on first use. It is encrypted when caFile names the authority of the installation's certificates;
// without, the port is reached on this machine, or through a tunnel.
func Dial(addr, token, caFile string, more ...grpc.DialOption) (*grpc.ClientConn, error) {
	secure := insecure.NewCredentials()
	if caFile != "" {
		roots, err := mtls.ReadRoots(caFile)
		if err != nil {
			return nil, err
		}
		secure = credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS13, RootCAs: roots})
	}
	return grpc.NewClient(addr, append(append(rpc.KeepaliveOptions(),
		grpc.WithTransportCredentials(secure),
		grpc.WithPerRPCCredentials(bearer(token)),
		grpc.WithUnaryInterceptor(func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn,
			invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			return fault.FromStatus(invoke(ctx, method, req, reply, cc, opts...))
		}),
	), more...)...)
}

// bearer is a token as gRPC sends it.
type bearer string

// GetRequestMetadata implements credentials.PerRPCCredentials.
func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{header: scheme + string(b)}, nil
}

// RequireTransportSecurity implements credentials.PerRPCCredentials.
func (bearer) RequireTransportSecurity() bool { return false }
