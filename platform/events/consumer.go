package events

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/segmentio/kafka-go"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/instrument"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/retry"
	"mcwick.example/platform/telemetry"
)

// The bounds of handling one event. One that cannot be used is parked as a dead letter after the
// last try, and the partition moves on. Any other is tried for as long as it takes: a database that
// is away, hangs or waits for a lock says nothing about the event.
const (
	maxAttempts   = 5
	handleTimeout = 10 * time.Second
	// maxConcurrent is how many partitions of a consumer use connections at a time, of those that
	// users' requests need too: one may wait for a lock while others go on.
	maxConcurrent = 2
	minBackoff    = 100 * time.Millisecond
	maxBackoff    = 5 * time.Second
	logInterval   = time.Minute // while one event holds up its partition
)

// Outcomes of events; processed had its effect.
const (
	processed = "processed"
	parked    = "dead" // a dead letter
)

var errNotAnEvent = Permanent(errors.New("the message is not an event: it has no id or no type"))

var errUnknownType = Permanent(errors.New("there is no handler yet for events of the type"))

// Subscription is what a service follows for one purpose.
type Subscription struct {
	Topic string
	Group string // <service>.<purpose>
	// Handlers of its types. One without is of a release to come: its events are parked as dead
	// letters, to be replayed once it is there.
	Handlers []Handler
	// AfterCommit, which may be nil, is called when an event has had its effect, for what is not in
	// the database, such as a cache. It must be quick, and do without being called: a process may
	// die before.
	AfterCommit func(ctx context.Context)
}

// Consumer applies the events of one topic for one purpose.
type Consumer struct {
	log      *slog.Logger
	pool     *pgxpool.Pool
	config   Config
	topic    string
	group    string
	handlers map[string]Handler
	applied  func(ctx context.Context) // Subscription.AfterCommit
	consumed metric.Int64Counter
	delay    metric.Float64Histogram

	handleTimeout time.Duration // the constant, but for tests
	onFailure     func()        // called after each failed try, for tests
	held          sync.Map      // since when each message is neither applied nor parked, by its position
	slots         chan struct{} // one for each handler that may use the database at a time
}

// NewConsumer makes the consumer of a subscription. Producers may be deployed first: types that it
// does not know are parked. Run creates the topic and its dead letters when they are missing,
// because a consumer may be deployed first too.
func NewConsumer(log *slog.Logger, pool *pgxpool.Pool, c Config, s Subscription) *Consumer {
	meter := otel.Meter("mcwick/events")
	consumed := instrument.Must(meter.Int64Counter("mcwick.events.consumed",
		metric.WithDescription("Events by topic, group and outcome: processed, duplicate, dead.")))
	delay := instrument.Must(meter.Float64Histogram("mcwick.events.delay", metric.WithUnit("s"),
		metric.WithDescription("From an event's time to its effect here."),
		metric.WithExplicitBucketBoundaries(0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300)))
	for _, outcome := range []string{processed, parked} { // so that the first is an increase, for alerts
		consumed.Add(context.Background(), 0, outcomeOf(s.Topic, s.Group, outcome))
	}
	byType := make(map[string]Handler, len(s.Handlers))
	for _, h := range s.Handlers {
		byType[h.Type] = h
	}
	return &Consumer{log: log, pool: pool, config: c, topic: s.Topic, group: s.Group, handlers: byType,
		applied: s.AfterCommit, consumed: consumed, delay: delay,
		handleTimeout: handleTimeout, onFailure: func() {}, slots: make(chan struct{}, maxConcurrent)}
}

// Run consumes until ctx ends. Offsets are committed after the database, so a crash repeats events
// and the inbox makes the repeat harmless.
func (c *Consumer) Run(ctx context.Context) error {
	c.registerMetrics()
	if err := awaitTopics(ctx, c.log, c.config, eventShape, c.topic, DeadLetterTopic(c.topic, c.group)); err != nil {
		return nil //nolint:nilerr // ctx ended before there was a broker
	}
	c.awaitOffsetReset(ctx)
	return c.consumePartitions(ctx)
}

// consume handles one message to its end: applied, passed over or parked. An error means that ctx
// ended first.
func (c *Consumer) consume(ctx context.Context, m kafka.Message, dead *kafka.Writer) error {
	e := fromMessage(m)
	producer := trace.SpanContextFromContext(telemetry.ContinueTrace(ctx, e.Trace))
	ctx, span := otel.Tracer("mcwick/events").Start(trace.ContextWithRemoteSpanContext(ctx, producer),
		"consume "+shortType(e.Type), trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithLinks(trace.Link{SpanContext: producer}),
		trace.WithAttributes(semconv.MessagingSystemKafka, semconv.MessagingDestinationName(c.topic),
			semconv.MessagingConsumerGroupName(c.group), semconv.MessagingMessageID(e.ID)))
	defer span.End()

	position := [2]int64{int64(m.Partition), m.Offset}
	c.held.Store(position, time.Now())
	defer c.held.Delete(position)
	outcome, err := c.applyWithRetry(ctx, e)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		outcome = parked
		span.SetStatus(codes.Error, fault.From(err).Reason)
		c.log.ErrorContext(ctx, "dead letter", "topic", c.topic, "event", e.ID, "type", e.Type, "error", err)
		if err := c.publishDeadLetter(ctx, dead, m, err); err != nil {
			return err
		}
	}
	c.consumed.Add(ctx, 1, outcomeOf(c.topic, c.group, outcome))
	if outcome == processed && !e.Time.IsZero() {
		c.delay.Record(ctx, time.Since(e.Time).Seconds(),
			metric.WithAttributes(attribute.String("topic", c.topic), attribute.String("group", c.group)))
	}
	return nil
}

func outcomeOf(topic, group, outcome string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("topic", topic), attribute.String("group", group),
		attribute.String("outcome", outcome))
}

// applyWithRetry tries the handler until it succeeds, or has shown as often as it takes that the
// event cannot be used.
func (c *Consumer) applyWithRetry(ctx context.Context, e Event) (outcome string, err error) {
	handler, known := c.handlers[e.Type]
	switch {
	case e.ID == "" || e.Type == "":
		return "", errNotAnEvent
	case !known:
		return "", fmt.Errorf("%w %s", errUnknownType, e.Type)
	}
	var logged time.Time
	refused := 0
	policy := retry.Policy{
		Backoff: minBackoff, MaxBackoff: maxBackoff,
		RetryIf: func(err error) bool {
			if isPermanent(err) {
				refused++
			}
			return refused < maxAttempts
		},
		OnFailure: func(err error) {
			if time.Since(logged) >= logInterval {
				c.log.WarnContext(ctx, "retrying event", "topic", c.topic, "event", e.ID, "type", e.Type, "error", err)
				logged = time.Now()
			}
		},
	}
	outcome, err = retry.Do(ctx, policy, func(ctx context.Context) (string, error) {
		select {
		case c.slots <- struct{}{}:
			defer func() { <-c.slots }()
		case <-ctx.Done():
			return "", ctx.Err()
		}
		outcome, err := c.applyOnce(ctx, e, handler)
		if err != nil {
			c.onFailure()
		}
		return outcome, err
	})
	if err != nil && refused < maxAttempts {
		return "", ctx.Err()
	}
	return outcome, err
}

// applyOnce runs the handler in a transaction with the inbox row.
func (c *Consumer) applyOnce(ctx context.Context, e Event, handler Handler) (outcome string, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.handleTimeout)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = Permanent(fault.FromPanic(p))
		}
	}()
	outcome = processed
	err = pgx.BeginFunc(ctx, c.pool, func(tx pgx.Tx) error {
		first, err := recordInInbox(ctx, tx, c.group, e.ID)
		if err != nil {
			return err
		}
		if !first {
			outcome = "duplicate"
			return nil
		}
		return handler.Apply(ctx, tx, e)
	})
	if err == nil && c.applied != nil {
		c.applied(ctx)
	}
	return outcome, postgres.Fault(err)
}

// publishDeadLetter writes the message to the dead letters, for as long as that takes: it must not
// be lost.
func (c *Consumer) publishDeadLetter(ctx context.Context, dead *kafka.Writer, m kafka.Message, cause error) error {
	letter := kafka.Message{
		Topic: DeadLetterTopic(c.topic, c.group), Key: m.Key, Value: m.Value,
		Headers: append(m.Headers[:len(m.Headers):len(m.Headers)],
			kafka.Header{Key: headerError, Value: []byte(cause.Error())}),
	}
	policy := retry.Policy{
		Backoff: pollInterval,
		RetryIf: func(error) bool { return ctx.Err() == nil },
		OnFailure: func(err error) {
			c.log.ErrorContext(ctx, "publishing dead letter failed", "error", err)
			restoreTopics(ctx, c.log, err, c.config, eventShape, letter.Topic)
		},
	}
	_ = retry.Call(ctx, policy, func(ctx context.Context) error { return dead.WriteMessages(ctx, letter) })
	return ctx.Err()
}
