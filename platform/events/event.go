// Package events carries events from one service's database to another's: the outbox and its relay
// on one side, the consumer with its inbox on the other. Together they deliver every committed
// event at least once and let it take effect once.
package events

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/telemetry"
)

// Event is something that happened to one aggregate.
type Event struct {
	ID       string // UUID, ordered by time
	Topic    string // <service>.<aggregate>.v<major>
	Key      string // id of the aggregate; events of one key keep their order
	Type     string // full name of the protobuf message, such as media.v1.ArtworkPublished
	Time     time.Time
	Producer string // the service that says so; set by the relay
	Payload  []byte // the message, at most MaxPayload bytes

	// Trace is the W3C traceparent of the request that caused the event; empty when not traced.
	Trace string
}

// MaxPayload bounds the message of an event, in bytes. Events tell of pictures and carry none.
const MaxPayload = 256 << 10

// New makes the event that says m about the aggregate key, caused by the request of ctx. It fails
// when m is larger than MaxPayload.
func New(ctx context.Context, topic, key string, m proto.Message) (Event, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Event{}, fmt.Errorf("event id: %w", err)
	}
	payload, err := proto.Marshal(m)
	if err != nil {
		return Event{}, fmt.Errorf("encode %s: %w", m.ProtoReflect().Descriptor().FullName(), err)
	}
	if len(payload) > MaxPayload {
		return Event{}, fmt.Errorf("encode %s: %d bytes are more than an event may have",
			m.ProtoReflect().Descriptor().FullName(), len(payload))
	}
	return Event{
		ID:      id.String(),
		Topic:   topic,
		Key:     key,
		Type:    string(m.ProtoReflect().Descriptor().FullName()),
		Time:    time.Now(),
		Payload: payload,
		Trace:   telemetry.Traceparent(ctx),
	}, nil
}

// One returns the results of New as InTx takes them.
func One(e Event, err error) ([]Event, error) { return []Event{e}, err }
