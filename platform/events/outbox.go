package events

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/segmentio/kafka-go"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/instrument"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/telemetry"
)

// Write puts events into the outbox in the transaction of the change that caused them, in their
// order. After a commit that is not of InTx, such as that of a consumer's handler, Wake has them
// published at once.
func Write(ctx context.Context, tx pgx.Tx, all ...Event) error {
	if len(all) == 0 {
		return nil
	}
	var ids, topics, keys, types, traces []string
	var times []time.Time
	var payloads [][]byte
	for _, e := range all {
		ids, topics, keys, types = append(ids, e.ID), append(topics, e.Topic), append(keys, e.Key),
			append(types, e.Type)
		times, payloads, traces = append(times, e.Time), append(payloads, e.Payload), append(traces, e.Trace)
	}
	_, err := tx.Exec(ctx, `INSERT INTO outbox (event_id, topic, key, type, time, payload, trace)
		SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::bytea[], $7::text[])`,
		ids, topics, keys, types, times, payloads, traces)
	if err != nil {
		return fmt.Errorf("write %s and %d more: %w", all[0].Type, len(all)-1, err)
	}
	return nil
}

// Relay publishes what stands in the outbox of one service. Any replica may publish the next batch,
// and one does at a time, so the order of a key holds.
type Relay struct {
	pool     *pgxpool.Pool
	writer   *kafka.Writer
	log      *slog.Logger
	config   Config
	producer string
	topics   []string
	shape    shape // of those topics
	wake     chan struct{}
}

// relayLock is the advisory lock of the one batch of a database that is published at a time. It
// belongs to the batch's transaction and not to a session: a process that stops, or whose
// connection is lost, holds it for as long as a transaction may be idle, and a pooler of
// connections may be in between.
const relayLock = 0x6d63_7769_636b // "mcwick"

// batchTimeout bounds one batch. It is shorter than a transaction may be idle (15 s), so that a
// broker that hangs ends it here.
const batchTimeout = 12 * time.Second

// pollInterval finds events whose Wake was lost with its process.
const pollInterval = time.Second

// NewRelay makes the relay of the service producer, which owns these topics. Run creates those
// that are missing.
func NewRelay(log *slog.Logger, pool *pgxpool.Pool, c Config, producer string, topics ...string) *Relay {
	return &Relay{
		pool: pool, writer: newWriter(c), log: log, config: c, producer: producer, topics: topics,
		shape: eventShape, wake: make(chan struct{}, 1),
	}
}

// NewNoticeRelay makes the relay of a service that publishes notices alone: events for those who
// Follow their topic now, which has one partition and keeps them for an hour.
func NewNoticeRelay(log *slog.Logger, pool *pgxpool.Pool, c Config, producer string, topics ...string) *Relay {
	r := NewRelay(log, pool, c, producer, topics...)
	r.shape = noticeShape
	return r
}

// InTx commits a change together with its events: f runs in a transaction, as with postgres.InTx,
// and what it gives is in the outbox when that is committed, in its order. Errors are those of f,
// or of postgres.Fault.
func (r *Relay) InTx(ctx context.Context, f func(tx pgx.Tx) ([]Event, error)) error {
	var facts []Event
	err := postgres.InTx(ctx, r.pool, func(tx pgx.Tx) (err error) {
		if facts, err = f(tx); err != nil {
			return err
		}
		return Write(ctx, tx, facts...)
	})
	if err != nil || len(facts) == 0 {
		return postgres.Fault(err)
	}
	r.Wake()
	return nil
}

// IsWaiting reports whether an event of a topic still waits in the outbox.
func IsWaiting(ctx context.Context, tx pgx.Tx, topic string) (waits bool, err error) {
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outbox WHERE topic = $1)`, topic).Scan(&waits)
	return waits, err
}

// Wake has the relay look at the outbox. It does so each second anyway.
func (r *Relay) Wake() {
	select {
	case r.wake <- struct{}{}:
	default: // it is awake already
	}
}

// Run publishes until ctx ends. An outage of the database or the broker is waited out: user writes
// go on and the outbox grows.
func (r *Relay) Run(ctx context.Context) error {
	defer r.writer.Close()
	r.registerMetrics()
	if err := awaitTopics(ctx, r.log, r.config, r.shape, r.topics...); err != nil {
		return nil // ctx ended before there was a broker
	}
	for ctx.Err() == nil {
		n, err := r.publishBatch(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			r.log.WarnContext(ctx, "publishing failed", "error", firstOf(err))
			restoreTopics(ctx, r.log, err, r.config, r.shape, r.topics...)
			wait(ctx, nil) // in an outage users' writes must not each lead to an attempt
		case n == 0:
			wait(ctx, r.wake)
		}
	}
	return nil
}

// maxBacklog is how far backlog counts, so that a scrape in an outage is no load.
const maxBacklog = 10_000

// registerMetrics reports how many events wait in the outbox, and for how long.
func (r *Relay) registerMetrics() {
	meter := otel.Meter("mcwick/events")
	waiting := instrument.Must(meter.Int64ObservableGauge("mcwick.outbox.waiting",
		metric.WithDescription("Committed events that are not published yet, counted up to 10,000.")))
	age := instrument.Must(meter.Float64ObservableGauge("mcwick.outbox.age", metric.WithUnit("s"),
		metric.WithDescription("How long the oldest event that is not published yet has waited.")))
	instrument.Must(meter.RegisterCallback(func(ctx context.Context, observer metric.Observer) error {
		n, oldest, err := r.backlog(ctx)
		if err != nil {
			return err
		}
		observer.ObserveInt64(waiting, n)
		observer.ObserveFloat64(age, oldest)
		return nil
	}, waiting, age))
}

// backlog returns how many events wait, and for how many seconds the oldest of those does.
func (r *Relay) backlog(ctx context.Context) (n int64, oldest float64, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err = r.pool.QueryRow(ctx,
		`SELECT count(*), coalesce(greatest(extract(epoch FROM now() - min(time)), 0), 0)::double precision
		FROM (SELECT time FROM outbox ORDER BY id LIMIT $1) counted`, maxBacklog).Scan(&n, &oldest)
	return n, oldest, err
}

// wait waits until it is woken, and for pollInterval at most.
func wait(ctx context.Context, wake <-chan struct{}) {
	select {
	case <-ctx.Done():
	case <-wake:
	case <-time.After(pollInterval):
	}
}

// firstOf returns the first error of a batch, which has one for each event, and any other as it is.
func firstOf(err error) error {
	var each kafka.WriteErrors
	if !errors.As(err, &each) {
		return err
	}
	first := slices.IndexFunc(each, func(err error) bool { return err != nil })
	return fmt.Errorf("%d of %d events, the first: %w", each.Count(), len(each), each[first])
}

// The bounds of one batch: batchEvents, and batchBytes for all its events but the last. With the
// last it stays below maxWriteBytes, so what it has for a partition is one request that the broker
// takes or refuses as a whole. Two requests could break the order of a key: the second goes on when
// the first has failed.
const (
	batchEvents = 1000
	batchBytes  = 512 << 10
	eventBytes  = 512 // more than the headers of an event and its framing need
)

// publishBatch publishes the oldest events and deletes them when the broker has them: at least
// once. It returns none while another replica publishes. It selects what is there rather than what
// is newer than the last one seen, because ids are taken before commit and a slow transaction would
// be skipped. It relies on the primary key of outbox.
func (r *Relay) publishBatch(ctx context.Context) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, batchTimeout)
	defer cancel()
	err = pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		var mine bool
		if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock($1)`, relayLock).Scan(&mine); err != nil || !mine {
			return err
		}
		rows, err := tx.Query(ctx, `DELETE FROM outbox WHERE id IN (
				SELECT id FROM (
					SELECT id, coalesce(sum(bytes) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
					FROM (SELECT id, octet_length(payload) + octet_length(key) + $3 AS bytes FROM outbox ORDER BY id LIMIT $1) oldest
				) summed WHERE before < $2)
			RETURNING id, event_id, topic, key, type, time, payload, trace`, batchEvents, batchBytes, eventBytes)
		if err != nil {
			return err
		}
		type row struct {
			id int64
			Event
		}
		batch, err := pgx.CollectRows(rows, func(rows pgx.CollectableRow) (x row, err error) {
			return x, rows.Scan(&x.id, &x.ID, &x.Topic, &x.Key, &x.Type, &x.Time, &x.Payload, &x.Trace)
		})
		if err != nil || len(batch) == 0 {
			return err
		}
		slices.SortFunc(batch, func(a, b row) int { return int(a.id - b.id) }) // DELETE returns in any order
		messages := make([]kafka.Message, len(batch))
		spans := make([]trace.Span, len(batch))
		for i, x := range batch {
			x.Producer = r.producer
			messages[i], spans[i] = startPublish(ctx, x.Event)
		}
		err = r.writer.WriteMessages(ctx, messages...)
		for _, s := range spans {
			s.End()
		}
		if err != nil {
			return fmt.Errorf("publish: %w", err)
		}
		n = len(batch)
		return nil
	})
	return n, err
}

// startPublish begins the producer span of an event, on the trace of the request that caused it; an
// event of no request has none.
func startPublish(ctx context.Context, e Event) (kafka.Message, trace.Span) {
	if e.Trace == "" {
		return toMessage(e), trace.SpanFromContext(context.Background())
	}
	ctx, span := otel.Tracer("mcwick/events").Start(telemetry.ContinueTrace(ctx, e.Trace), "publish "+e.Topic,
		trace.WithSpanKind(trace.SpanKindProducer),
		trace.WithAttributes(semconv.MessagingSystemKafka, semconv.MessagingDestinationName(e.Topic),
			semconv.MessagingMessageID(e.ID)))
	e.Trace = telemetry.Traceparent(ctx)
	return toMessage(e), span
}

// shortType is the message's name without its package, for span names and metrics.
func shortType(t string) string { return t[strings.LastIndexByte(t, '.')+1:] }
