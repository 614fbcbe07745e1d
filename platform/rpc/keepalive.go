package rpc

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/keepalive"
)

// An end of a connection that has heard nothing for silence asks, and gives the other end answerTime. gRPC allows clients no shorter silence. What
// the system has sent and nobody acknowledged gets answerTime too (TCP_USER_TIMEOUT, set by gRPC). Servers put up with pings twice as often.
const (
	silence    = 10 * time.Second
	answerTime = 3 * time.Second
)

// A connection that is not made within connectTime has failed, and is tried again after retryWithin at most. gRPC's own are 20 s and two minutes:
// a service that was away for some minutes would stay away for as long again.
const (
	connectTime = 5 * time.Second
	retryWithin = 5 * time.Second
)

// LeaveVanished are the options of a client that leaves a connection whose other end vanished without a word, and comes back soon.
func LeaveVanished() []grpc.DialOption {
	again := backoff.DefaultConfig
	again.MaxDelay = retryWithin
	return []grpc.DialOption{
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: silence, Timeout: answerTime, PermitWithoutStream: true}),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: again, MinConnectTimeout: connectTime}),
	}
}
