package events

import (
	"time"

	"github.com/segmentio/kafka-go"
)

// The headers of a message. The value is the protobuf message alone.
const (
	headerID       = "event-id"
	headerType     = "event-type"
	headerTime     = "event-time"
	headerProducer = "producer"
	headerTrace    = "traceparent"
	headerError    = "dead-letter-error" // on dead letters only: why it was given up
)

// toMessage is the event as Kafka carries it.
func toMessage(e Event) kafka.Message {
	return kafka.Message{
		Topic: e.Topic,
		Key:   []byte(e.Key),
		Value: e.Payload,
		Headers: []kafka.Header{
			{Key: headerID, Value: []byte(e.ID)},
			{Key: headerType, Value: []byte(e.Type)},
			{Key: headerTime, Value: []byte(e.Time.UTC().Format(time.RFC3339Nano))},
			{Key: headerProducer, Value: []byte(e.Producer)},
			{Key: headerTrace, Value: []byte(e.Trace)},
		},
	}
}

// fromMessage reads an event back. Headers that are missing stay empty; the consumer refuses an
// event without an id.
func fromMessage(m kafka.Message) Event {
	e := Event{Topic: m.Topic, Key: string(m.Key), Payload: m.Value}
	for _, h := range m.Headers {
		v := string(h.Value)
		switch h.Key {
		case headerID:
			e.ID = v
		case headerType:
			e.Type = v
		case headerTime:
			e.Time, _ = time.Parse(time.RFC3339Nano, v) // a zero time says that it was not readable
		case headerProducer:
			e.Producer = v
		case headerTrace:
			e.Trace = v
		}
	}
	return e
}
