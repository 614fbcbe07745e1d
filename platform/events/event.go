// Package events carries facts from one service's database to another's: the outbox and its relay on
// one side, the consumer with its inbox on the other. Together they deliver every committed event at
// least once and let it take effect once.
package events

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	"google.golang.org/protobuf/proto"
)

// Event is one past-tense fact about one aggregate.
type Event struct {
	ID       string // UUID, ordered by time
	Topic    string // <service>.<aggregate>.v<major>
	Key      string // id of the aggregate; events of one key keep their order
	Type     string // full name of the protobuf message, such as media.v1.ArtworkPublished
	Time     time.Time
	Producer string // the service that says so; set by the relay
	Payload  []byte // the message

	// Trace is the W3C traceparent of the request that caused the event; empty when not traced.
	Trace string
}

// New makes the event that says m about the aggregate key, caused by the request of ctx.
func New(ctx context.Context, topic, key string, m proto.Message) (Event, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Event{}, fmt.Errorf("event id: %w", err)
	}
	payload, err := proto.Marshal(m)
	if err != nil {
		return Event{}, fmt.Errorf("encode %s: %w", m.ProtoReflect().Descriptor().FullName(), err)
	}
	return Event{
		ID:      id.String(),
		Topic:   topic,
		Key:     key,
		Type:    string(m.ProtoReflect().Descriptor().FullName()),
		Time:    time.Now(),
		Payload: payload,
		Trace:   TraceOf(ctx),
	}, nil
}

// TraceOf gives the traceparent of ctx, to be kept with work that goes on later.
func TraceOf(ctx context.Context) string {
	c := propagation.MapCarrier{}
	otel.GetTextMapPropagator().Inject(ctx, c)
	return c["traceparent"]
}

// ContinueTrace puts a kept traceparent back into ctx.
func ContinueTrace(ctx context.Context, traceparent string) context.Context {
	return otel.GetTextMapPropagator().Extract(ctx, propagation.MapCarrier{"traceparent": traceparent})
}
