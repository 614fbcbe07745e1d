package rpc

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sony/gobreaker/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
)

type text = wrapperspb.StringValue

// echo is a service of one call, whose use case a test sets.
type echo struct {
	chain   Chain
	useCase func(ctx context.Context, in string) (string, error)
}

const echoMethod = "/test.Echo/Say"

func decode(_ context.Context, t *text) (string, error) {
	if t.GetValue() == "unreadable" {
		return "", fault.New(fault.KindInvalid, "UNREADABLE", "no")
	}
	return t.GetValue(), nil
}

func encode(s string) *text { return wrapperspb.String(s) }

// contract is what the echo's .proto file would be.
func contract(t *testing.T, level descriptorpb.MethodOptions_IdempotencyLevel) protoreflect.FileDescriptor {
	t.Helper()
	message := proto.String(".google.protobuf.StringValue")
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String("echo.proto"), Package: proto.String("test"),
		Dependency: []string{"google/protobuf/wrappers.proto"},
		Service: []*descriptorpb.ServiceDescriptorProto{{Name: proto.String("Echo"),
			Method: []*descriptorpb.MethodDescriptorProto{{
				Name: proto.String("Say"), InputType: message, OutputType: message,
				Options: &descriptorpb.MethodOptions{IdempotencyLevel: level.Enum()},
			}}}},
	}, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// newEchoClient serves an echo and returns a function that calls it.
func newEchoClient(
	t *testing.T, concurrency int, contracts ...protoreflect.FileDescriptor,
) (e *echo, say func(ctx context.Context, in string) (string, error)) {
	t.Helper()
	e, addr := serve(t, concurrency)
	return e, dialEcho(t, addr, contracts...)
}

// serve serves an echo at an address.
func serve(t *testing.T, concurrency int) (e *echo, addr string) {
	t.Helper()
	e = &echo{useCase: func(_ context.Context, in string) (string, error) { return in, nil }}
	e.chain = ServerChain(testkit.DiscardLog(), concurrency)
	s := NewServer(testkit.DiscardLog(), testkit.FreeAddr(t))
	s.RegisterService(&grpc.ServiceDesc{
		ServiceName: "test.Echo", HandlerType: (*any)(nil),
		Methods: []grpc.MethodDesc{{MethodName: "Say",
			Handler: func(srv any, ctx context.Context, dec func(any) error, i grpc.UnaryServerInterceptor) (any,
				error) {
				in := new(text)
				if err := dec(in); err != nil {
					return nil, err
				}
				return i(ctx, in, &grpc.UnaryServerInfo{FullMethod: echoMethod},
					func(ctx context.Context, req any) (any, error) {
						return Call(ctx, srv.(*echo).chain, req.(*text), decode, srv.(*echo).useCase, encode)
					})
			}}},
	}, e)
	p := s.Part()
	if err := p.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := p.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	return e, s.addr
}

// dialEcho returns a function that calls the echo at an address.
func dialEcho(
	t *testing.T, addr string, contracts ...protoreflect.FileDescriptor,
) (say func(ctx context.Context, in string) (string, error)) {
	t.Helper()
	conn, err := Dial(addr, contracts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return func(ctx context.Context, in string) (string, error) {
		out := new(text)
		err := conn.Invoke(ctx, echoMethod, wrapperspb.String(in), out)
		return out.GetValue(), err
	}
}

func TestCall(t *testing.T) {
	e, say := newEchoClient(t, 10)
	t.Run("answers", func(t *testing.T) {
		if got, err := say(t.Context(), "gm"); got != "gm" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	})
	t.Run("a refused message never reaches the use case", func(t *testing.T) {
		if _, err := say(t.Context(), "unreadable"); fault.From(err).Reason != "UNREADABLE" {
			t.Errorf("%v", err)
		}
	})
	t.Run("a fault is the same on the far side", func(t *testing.T) {
		gone := fault.New(fault.KindNotFound, "CANDLE_NOT_FOUND", "It burnt down.")
		e.useCase = func(context.Context, string) (string, error) { return "", gone.WithCause(errors.New("secret")) }
		_, err := say(t.Context(), "x")
		if !errors.Is(err, gone) || fault.From(err).Message != gone.Message {
			t.Errorf("%v", err)
		}
	})
	t.Run("a panic is an internal fault", func(t *testing.T) {
		e.useCase = func(context.Context, string) (string, error) { panic("wax") }
		if _, err := say(t.Context(), "x"); fault.From(err).Kind != fault.KindInternal {
			t.Errorf("%v", err)
		}
	})
	t.Run("a call has a deadline and its caller", func(t *testing.T) {
		e.useCase = func(ctx context.Context, _ string) (string, error) {
			if _, ok := ctx.Deadline(); !ok {
				return "", errors.New("no deadline")
			}
			c := CallerFrom(ctx)
			return c.Visitor + "/" + c.IdempotencyKey, nil
		}
		ctx := WithCaller(t.Context(), Caller{Visitor: "ann", IdempotencyKey: "k1"})
		if got, err := say(ctx, "x"); got != "ann/k1" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	})
}

func TestConcurrencyLimitRejectsImmediately(t *testing.T) {
	e, say := newEchoClient(t, 2)
	release := make(chan struct{})
	var inside sync.WaitGroup
	inside.Add(2)
	e.useCase = func(context.Context, string) (string, error) { inside.Done(); <-release; return "", nil }
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			if _, err := say(t.Context(), "x"); err != nil {
				t.Error(err)
			}
		})
	}
	inside.Wait()
	if _, err := say(t.Context(), "x"); !errors.Is(err, errBusy) || fault.From(err).RetryAfter == 0 {
		t.Errorf("%v", err)
	}
	close(release)
	all.Wait()
}

// Each page that watches a job holds a call, and a read of a job is one of the same method.
// Verifies OPS-57.
func TestLongPollsLeaveRoomForReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		call := limitConcurrency(1)(func(_ context.Context, req any) (any, error) {
			if requestedWait(req) > 0 {
				<-release
			}
			return nil, nil
		})
		isBusy := func(wait time.Duration) bool {
			answer, err := call(t.Context(), waitRequest(wait))
			_, busy := answer.(refusal)
			return err != nil || busy
		}
		var all sync.WaitGroup
		for range maxWaiting {
			all.Go(func() {
				if isBusy(time.Second) {
					t.Error("too few may wait")
				}
			})
		}
		synctest.Wait()
		if isBusy(0) {
			t.Error("a read beside them is refused")
		}
		if !isBusy(time.Second) {
			t.Error("one more waits")
		}
		close(release)
		all.Wait()
	})
}

func TestBreaker(t *testing.T) {
	t.Run("refusals never open it", func(t *testing.T) {
		e, say := newEchoClient(t, 10)
		var calls atomic.Int32
		e.useCase = func(context.Context, string) (string, error) {
			calls.Add(1)
			return "", fault.New(fault.KindNotFound, "X", "x")
		}
		for range 20 {
			_, _ = say(t.Context(), "x") // what it answers is tested above
		}
		if calls.Load() != 20 {
			t.Errorf("asked %d times", calls.Load())
		}
	})
	t.Run("nor do internal faults", func(t *testing.T) {
		e, say := newEchoClient(t, 10)
		var calls atomic.Int32
		e.useCase = func(context.Context, string) (string, error) { calls.Add(1); return "", errors.New("boom") }
		for range 20 {
			_, _ = say(t.Context(), "x")
		}
		if calls.Load() != 20 {
			t.Errorf("asked %d times", calls.Load())
		}
	})
	t.Run("nor do callers whose own time is over", func(t *testing.T) {
		_, say := newEchoClient(t, 10)
		late, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		for range 2 * maxFailures {
			if _, err := say(late, "x"); fault.From(err).Kind != fault.KindTimeout {
				t.Errorf("%v", err)
			}
		}
		if got, err := say(t.Context(), "gm"); got != "gm" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	})
	t.Run("a method that is away opens it, and it closes again", func(t *testing.T) {
		e, say := newEchoClient(t, 10)
		var calls atomic.Int32
		e.useCase = func(context.Context, string) (string, error) { calls.Add(1); return "", fault.ErrUnavailable }
		for range 20 {
			if _, err := say(t.Context(), "x"); err == nil {
				t.Error("no error")
			}
		}
		if calls.Load() != maxFailures {
			t.Errorf("asked %d times, want %d", calls.Load(), maxFailures)
		}
		if _, err := say(t.Context(), "x"); !errors.Is(err, fault.ErrUnavailable) {
			t.Errorf("%v", err)
		}
		e.useCase = func(context.Context, string) (string, error) { return "lit", nil }
		if got, err := say(WithLongPoll(t.Context()), "x"); got != "lit" || err != nil {
			t.Errorf("a long poll: %q, %v", got, err)
		}
		testkit.Eventually(t, "calls pass again", func() bool { got, _ := say(t.Context(), "x"); return got == "lit" })
	})
}

func TestBreakersArePerMethod(t *testing.T) {
	through := breaker()
	call := func(method string, answer error) error {
		return through(t.Context(), method, nil, nil, nil,
			func(context.Context, string, any, any, *grpc.ClientConn, ...grpc.CallOption) error { return answer })
	}
	for range maxFailures {
		_ = call("/test.Echo/New", fault.ErrUnavailable)
	}
	if err := call("/test.Echo/New", nil); !errors.Is(err, gobreaker.ErrOpenState) {
		t.Errorf("the method that is away: %v", err)
	}
	if err := call("/test.Echo/Old", nil); err != nil {
		t.Errorf("its neighbour: %v", err)
	}
	for range maxFailures + 1 {
		if err := call("/test.Echo/Later", status.Error(codes.Unimplemented, "")); errors.Is(err,
			gobreaker.ErrOpenState) {
			t.Errorf("a method that is not there yet: %v", err)
		}
	}
}

func TestConversionErrorsAreLogged(t *testing.T) {
	var lines bytes.Buffer
	_, err := Call(t.Context(), ServerChain(slog.New(slog.NewTextHandler(&lines, nil)), 1), wrapperspb.String("x"),
		func(context.Context, *text) (string, error) { return "", errors.New("odd") },
		func(_ context.Context, in string) (string, error) { return in, nil }, encode)
	if status.Code(err) != codes.Internal || !strings.Contains(lines.String(), "reason=INTERNAL error=odd") {
		t.Errorf("%v, logged %q", err, lines.String())
	}
}

func TestSlowCallsAreLogged(t *testing.T) {
	for name, c := range map[string]struct {
		req    any
		took   time.Duration
		logged bool
	}{
		"quick":             {nil, slowThreshold / 2, false},
		"slow":              {nil, 2 * slowThreshold, true},
		"waited as asked":   {waitRequest(20 * slowThreshold), 20 * slowThreshold, false},
		"longer than asked": {waitRequest(20 * slowThreshold), 22 * slowThreshold, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var lines bytes.Buffer
				call := observe(slog.New(slog.NewTextHandler(&lines, nil)),
					"say")(func(context.Context, any) (any, error) {
					time.Sleep(c.took) // of the bubble's clock
					return nil, nil
				})
				if _, err := call(t.Context(), c.req); err != nil ||
					strings.Contains(lines.String(), "msg=say") != c.logged {
					t.Errorf("%v, logged %q", err, lines.String())
				}
			})
		})
	}
}

// waitRequest is a long poll.
type waitRequest time.Duration

func (w waitRequest) GetWait() *durationpb.Duration { return durationpb.New(time.Duration(w)) }

func TestOnlyIdempotentMethodsAreRetried(t *testing.T) {
	for level, want := range map[descriptorpb.MethodOptions_IdempotencyLevel]int32{
		descriptorpb.MethodOptions_NO_SIDE_EFFECTS: 3, descriptorpb.MethodOptions_IDEMPOTENT: 3,
		descriptorpb.MethodOptions_IDEMPOTENCY_UNKNOWN: 1,
	} {
		t.Run(level.String(), func(t *testing.T) {
			e, say := newEchoClient(t, 10, contract(t, level))
			var calls atomic.Int32
			e.useCase = func(context.Context, string) (string, error) { calls.Add(1); return "", fault.ErrUnavailable }
			_, err := say(t.Context(), "x")
			if !errors.Is(err, fault.ErrUnavailable) || fault.From(err).Message != fault.ErrUnavailable.Message ||
				calls.Load() != want {
				t.Errorf("asked %d times, %v", calls.Load(), err)
			}
		})
	}
}

func TestRequireVisitorAndIdempotencyKey(t *testing.T) {
	withoutCaller := t.Context()
	withCaller := WithCaller(withoutCaller, Caller{Visitor: "ann"})
	for _, odd := range []string{"", "a b", "a\n", "ü", strings.Repeat("x", maxVisitor+1)} {
		if _, err := RequireVisitor(WithCaller(withoutCaller,
			Caller{Visitor: odd})); fault.From(err).Kind != fault.KindUnauthenticated {
			t.Errorf("%q: %v", odd, err)
		}
	}
	if _, err := RequireIdempotencyKey(withCaller); fault.From(err).Kind != fault.KindInvalid {
		t.Errorf("%v", err)
	}
	if c, err := RequireIdempotencyKey(WithCaller(withoutCaller,
		Caller{Visitor: "ann", IdempotencyKey: "k"})); err != nil || c.Visitor != "ann" {
		t.Errorf("%v, %v", c, err)
	}
}
