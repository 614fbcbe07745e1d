package rpc

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/keepalive"
)

// An end of a connection that has heard nothing for keepaliveTime sends a ping, and waits
// keepaliveTimeout for its response. gRPC allows clients no shorter time. What the system has sent
// without an acknowledgment gets keepaliveTimeout too (TCP_USER_TIMEOUT, set by gRPC). Servers put
// up with pings twice as often.
const (
	keepaliveTime    = 10 * time.Second
	keepaliveTimeout = 3 * time.Second
)

// A connection that is not made within connectTimeout has failed, and is retried after
// maxReconnectBackoff at most. gRPC's own are 20 s and two minutes: a service that was away for
// some minutes would stay away for as long again.
const (
	connectTimeout      = 5 * time.Second
	maxReconnectBackoff = 5 * time.Second
)

// KeepaliveOptions are the options of a client that leaves a connection whose other end vanished
// without a word, and comes back soon. None goes through the proxy of HTTPS_PROXY: that is for AI
// providers, and knows no service.
func KeepaliveOptions() []grpc.DialOption {
	again := backoff.DefaultConfig
	again.MaxDelay = maxReconnectBackoff
	return []grpc.DialOption{
		grpc.WithNoProxy(),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: keepaliveTime, Timeout: keepaliveTimeout,
			PermitWithoutStream: true}),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: again, MinConnectTimeout: connectTimeout}),
	}
}
