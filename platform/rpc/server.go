package rpc

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc/filters"
	"golang.org/x/net/netutil"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/mtls"
)

// The bounds of every server. A message may carry one picture of the upload limit (10 MB) and its
// words; a call without a deadline of its own gets maxCall.
const (
	maxMessage = 12 << 20
	maxCall    = 30 * time.Second
	// A program that calls has one connection to each server, and another for 30 s while the old one ends.
	maxConnections = 1024
	// Calls under way on one connection. More than a service lets run at once (2,048 of a call, and
	// maxWaiting), so that it refuses what is too much: beyond this a caller waits without a word.
	maxConcurrentStreams = 8192
)

// streamWorkers are goroutines that serve one call after the other, when more wait than that each has
// one of its own: growing a new stack for each call took a seventh of the time of a like.
const streamWorkers = 64

// Server is a gRPC server with the platform's interceptors: span, recover, deadline, caller.
type Server struct {
	*grpc.Server
	addr   string
	health *health.Server
	// whether it knows its callers, and who may call what then, by full name
	knowsCallers bool
	callers      map[string][]string
}

// NewServer makes a server for addr that other programs call; register services on it before it
// starts. Additional interceptors come after the platform's, before each call. With certificates it
// knows its callers.
func NewServer(log *slog.Logger, addr string, more ...grpc.UnaryServerInterceptor) *Server {
	var s *Server
	if mtls.Own() != nil {
		allowed := func() map[string][]string { return s.callers }
		more = append([]grpc.UnaryServerInterceptor{authorizeCallers(log, allowed)}, more...)
	}
	s = newServer(log, addr, mtls.Own().ServerCredentials(mtls.VerifyClients), more)
	s.knowsCallers = mtls.Own() != nil
	return s
}

// NewOperatorServer is NewServer for people, whom an interceptor has to know by their token. Their tools may be of
// another release.
func NewOperatorServer(log *slog.Logger, addr string, authenticate grpc.UnaryServerInterceptor) *Server {
	return newServer(log, addr, mtls.Own().ServerCredentials(mtls.AnyClient),
		[]grpc.UnaryServerInterceptor{authenticate, refuseUnknown})
}

func newServer(
	log *slog.Logger, addr string, secure credentials.TransportCredentials, more []grpc.UnaryServerInterceptor,
) *Server {
	s := &Server{
		Server: grpc.NewServer(
			grpc.Creds(secure),
			// Stopping waits for a connection that is being made, for two minutes by default.
			grpc.ConnectionTimeout(connectTimeout),
			grpc.StatsHandler(otelgrpc.NewServerHandler(otelgrpc.WithFilter(filters.Not(filters.HealthCheck())))),
			grpc.ChainUnaryInterceptor(append([]grpc.UnaryServerInterceptor{recoverPanics(log), applyDefaultDeadline,
				receiveCaller}, more...)...),
			grpc.MaxRecvMsgSize(maxMessage),
			grpc.MaxConcurrentStreams(maxConcurrentStreams),
			grpc.NumStreamWorkers(streamWorkers),
			// Bounded connection age lets a new replica get its share; the longest call outlives
			// its connection's age by maxCall at most.
			grpc.KeepaliveParams(keepalive.ServerParameters{
				MaxConnectionAge: 30 * time.Second, MaxConnectionAgeGrace: maxCall, Time: keepaliveTime,
				Timeout: keepaliveTimeout,
			}),
			grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: keepaliveTime / 2,
				PermitWithoutStream: true}),
		),
		addr:   addr,
		health: health.NewServer(),
	}
	healthv1.RegisterHealthServer(s.Server, s.health)
	return s
}

// Part serves as long as the program runs.
func (s *Server) Part() lifecycle.Part {
	return lifecycle.Part{Name: "gRPC", Start: s.start, Stop: s.stop}
}

// start listens and serves; failed is called when serving ends by itself.
func (s *Server) start(ctx context.Context, failed func(error)) error {
	if s.knowsCallers {
		allowed, err := allowedCallers(s.Server)
		if err != nil {
			return err
		}
		s.callers = allowed
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", s.addr)
	if err != nil {
		return fmt.Errorf("listen for gRPC: %w", err)
	}
	l = netutil.LimitListener(l, maxConnections)
	go func() {
		if err := s.Serve(l); err != nil {
			failed(fmt.Errorf("serve gRPC: %w", err))
		}
	}()
	return nil
}

// stop refuses new calls, lets running ones finish until ctx ends, then cuts them.
func (s *Server) stop(ctx context.Context) error {
	s.health.Shutdown()
	defer context.AfterFunc(ctx, s.Stop)()
	s.GracefulStop()
	return ctx.Err()
}

// recoverPanics turns a panic into an internal fault with its stack in the log.
func recoverPanics(log *slog.Logger) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (_ any, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fault.FromPanic(p)
				log.ErrorContext(ctx, info.FullMethod, "error", err)
				err = fault.ToStatus(err).Err()
			}
		}()
		return next(ctx, req)
	}
}

// applyDefaultDeadline bounds calls that came without one.
func applyDefaultDeadline(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	if _, ok := ctx.Deadline(); ok {
		return next(ctx, req)
	}
	ctx, cancel := context.WithTimeout(ctx, maxCall)
	defer cancel()
	return next(ctx, req)
}
