package rpc

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/testkit"
)

func TestStopCutsCallsThatOutliveItsTime(t *testing.T) {
	began, isOver := make(chan struct{}), false
	s := NewServer(testkit.DiscardLog(), testkit.FreeAddr(t),
		func(ctx context.Context, _ any, _ *grpc.UnaryServerInfo, _ grpc.UnaryHandler) (any, error) {
			close(began)
			<-ctx.Done()
			isOver = true
			return nil, ctx.Err()
		})
	part := s.Part()
	if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	conn, err := Dial(s.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go healthv1.NewHealthClient(conn).Check(t.Context(), &healthv1.HealthCheckRequest{})
	<-began
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := part.Stop(ctx); !errors.Is(err, context.DeadlineExceeded) || !isOver {
		t.Errorf("got %v, the call is over: %v", err, isOver)
	}
}

// A port scanner, or a load balancer's check of the port. The parts below the server would get no time to stop.
// Verifies OPS-59.
func TestStopDoesNotWaitForSilentConnections(t *testing.T) {
	t.Parallel()
	s := NewServer(testkit.DiscardLog(), testkit.FreeAddr(t))
	part := s.Part()
	if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	silent, err := new(net.Dialer).DialContext(t.Context(), "tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	if _, err := silent.Read(make([]byte, 1)); err != nil { // it is accepted: the server's settings come at once
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), lifecycle.StopTimeout/2)
	defer cancel()
	if err := part.Stop(ctx); err != nil {
		t.Error(err)
	}
}
