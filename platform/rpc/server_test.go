package rpc

import (
	"context"
	"errors"
	"testing"
	"time"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

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
