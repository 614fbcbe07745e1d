package rpc

import (
	"cmp"
	"context"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"mcwick.example/platform/fault"
)

// Caller is on whose behalf a call is made. It comes from the gateway and is passed on down.
type Caller struct {
	Visitor string // opaque id of the device; empty for calls without a visitor
	Account string // opaque id of the account whose key this browser proved; empty without one
	Handle  string // of that account, begins with '@'; empty without one. It is personal: not for logs and spans
	// Flow, Lane and Supernet are what the visitor shares queue turns and budget as, from the
	// narrowest: the device when it may count for itself, else its address; its network; the
	// network above that one. Each is a keyed hash.
	Flow     string // empty from a gateway of the last release: see TurnFlow
	Lane     string
	Supernet string // empty from a gateway of the last release
	// the IPv4 address or the /48 of IPv6, as a keyed hash, that bounds for how many flows of a lane
	// its evidence counts; empty from a gateway of the last release
	Subscriber string
	// how far the device is trusted: StandingSettled, StandingSolved, or empty for one that may
	// have been made for this call
	Standing       string
	IdempotencyKey string // the client's name for this intent; empty on reads

	Session     string // hash of the session's token; empty without a session
	NextSession string // hash of the token that the browser gets when this call logs in; set for those calls alone
}

// The standings of a device. A new proven key alone is none: it costs one request.
const (
	StandingSettled = "settled" // known for a while
	StandingSolved  = "solved"  // this call brought the solution of a challenge
)

// TurnFlow returns the flow that a job of this caller belongs to: the lane when nothing narrower is
// known.
func (c Caller) TurnFlow() string { return cmp.Or(c.Flow, c.Lane) }

// metadata names the caller's values on the wire. Only the gateway may set them.
func (c *Caller) metadata() map[string]*string {
	return map[string]*string{
		"mcwick-visitor":         &c.Visitor,
		"mcwick-account":         &c.Account,
		"mcwick-handle":          &c.Handle,
		"mcwick-flow":            &c.Flow,
		"mcwick-lane":            &c.Lane,
		"mcwick-supernet":        &c.Supernet,
		"mcwick-subscriber":      &c.Subscriber,
		"mcwick-standing":        &c.Standing,
		"mcwick-idempotency-key": &c.IdempotencyKey,
		"mcwick-session":         &c.Session,
		"mcwick-next-session":    &c.NextSession,
	}
}

type callerKey struct{}

// WithCaller puts the caller into ctx.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerFrom returns the caller of ctx, or the zero Caller.
func CallerFrom(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

var (
	errNoVisitor = fault.New(fault.KindUnauthenticated, "VISITOR_REQUIRED",
		"Open the page first, then try again.")
	errNoIdempotencyKey = fault.New(fault.KindInvalid, "IDEMPOTENCY_KEY_REQUIRED",
		"The Idempotency-Key header must carry a UUID.")
)

// maxVisitor bounds a visitor's opaque id, in bytes; it is one printable word.
const maxVisitor = 128

// RequireVisitor returns the caller, or an error when it has no visitor.
func RequireVisitor(ctx context.Context) (Caller, error) {
	c := CallerFrom(ctx)
	odd := func(r rune) bool { return r <= ' ' || r > '~' }
	if c.Visitor == "" || len(c.Visitor) > maxVisitor || strings.ContainsFunc(c.Visitor, odd) {
		return c, errNoVisitor
	}
	return c, nil
}

// RequireIdempotencyKey returns the caller of a write that must not happen twice.
func RequireIdempotencyKey(ctx context.Context) (Caller, error) {
	c, err := RequireVisitor(ctx)
	if err == nil && c.IdempotencyKey == "" {
		err = errNoIdempotencyKey
	}
	return c, err
}

// receiveCaller reads the caller from the metadata of an incoming call.
func receiveCaller(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	var c Caller
	for key, value := range c.metadata() {
		if sent := md.Get(key); len(sent) > 0 {
			*value = sent[0]
		}
	}
	c.IdempotencyKey = strings.ToLower(c.IdempotencyKey) // a gateway of an older release passes it on as it came
	return next(WithCaller(ctx, c), req)
}

// sendCaller makes the metadata of an outgoing call: the caller of ctx and nothing else, whatever
// the layers above have put there. What a service learns of a request is decided here.
func sendCaller(
	ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker,
	opts ...grpc.CallOption,
) error {
	c := CallerFrom(ctx)
	md := make(metadata.MD)
	for key, value := range c.metadata() {
		if *value != "" {
			md.Set(key, *value)
		}
	}
	ctx = metadata.NewOutgoingContext(ctx, md)
	return invoke(ctx, method, req, reply, cc, opts...)
}
