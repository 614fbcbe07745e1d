package events

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// testEnvironment is one service that sends and one that receives, on one database.
type testEnvironment struct {
	pool   *pgxpool.Pool
	config Config
	topic  string
	group  string
	relay  *Relay
}

// onEachBroker runs a test in a world of its own on every kind of broker.
func onEachBroker(t *testing.T, test func(t *testing.T, b *testEnvironment)) {
	t.Helper()
	t.Parallel()
	testkit.ForEachBroker(t, func(t *testing.T, brokers []string) { test(t, newTestEnvironment(t, brokers)) })
}

// withEffects is the schema of a service whose handlers' effects are rows.
var withEffects = postgres.Schema{Tables, {Files: fstest.MapFS{"00001_effects.sql": {Data: []byte(`-- +goose Up
CREATE TABLE effects (
    key   text NOT NULL,
    event uuid NOT NULL,
    n     bigint GENERATED ALWAYS AS IDENTITY
);`)}}}}

func newTestEnvironment(t *testing.T, brokers []string) *testEnvironment {
	t.Helper()
	b := &testEnvironment{
		pool:   testkit.Database(t, withEffects),
		config: Config{Brokers: brokers},
		topic:  testkit.UniqueName("test.thing.v1-"),
		group:  testkit.UniqueName("test.effects-"),
	}
	if err := EnsureTopics(t.Context(), b.config, b.topic); err != nil {
		t.Fatal(err)
	}
	b.relay = NewRelay(testkit.DiscardLog(), b.pool, b.config, "test", b.topic)
	return b
}

// publish commits an event about key.
func (b *testEnvironment) publish(t *testing.T, key, text string) Event {
	t.Helper()
	e, err := New(t.Context(), b.topic, key, wrapperspb.String(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.relay.InTx(t.Context(), func(pgx.Tx) ([]Event, error) { return []Event{e}, nil }); err != nil {
		t.Fatal(err)
	}
	return e
}

// consumer writes an effects row for each event, after before has agreed.
func (b *testEnvironment) consumer(t *testing.T, before func(Event) error) *Consumer {
	t.Helper()
	h := func(ctx context.Context, tx pgx.Tx, e Event) error {
		if err := before(e); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO effects (key, event) VALUES ($1, $2)`, e.Key, e.ID)
		return err
	}
	c := NewConsumer(testkit.DiscardLog(), b.pool, b.config,
		Subscription{Topic: b.topic, Group: b.group,
			Handlers: []Handler{{Type: "google.protobuf.StringValue", Apply: h}}})
	return c
}

func (b *testEnvironment) count(t *testing.T, table string) int {
	t.Helper()
	return testkit.QueryOne[int](t, b.pool, `SELECT count(*) FROM `+table)
}

// await waits for the effect of an event; whatever else was said of its key took effect before it.
func (b *testEnvironment) await(t *testing.T, e Event) {
	t.Helper()
	testkit.Eventually(t, "the last event took effect", func() bool {
		var done bool
		_ = b.pool.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM effects WHERE event = $1)`, e.ID).Scan(&done)
		return done
	})
}

func acceptEvent(Event) error { return nil }

func TestEventsAreAppliedOnce(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		const n = 200
		for i := range n {
			b.publish(t, fmt.Sprint("key", i%7), fmt.Sprint(i))
		}
		testkit.Eventually(t, "every event took effect", func() bool { return b.count(t, "effects") >= n })
		testkit.Eventually(t, "the outbox is empty", func() bool { return b.count(t, "outbox") == 0 })
		if got := b.count(t, "effects"); got != n {
			t.Errorf("%d effects of %d events", got, n)
		}
		if n := b.countOutOfOrder(t); n != 0 {
			t.Errorf("%d events out of order", n)
		}
	})
}

func TestDuplicateMessageIsAppliedOnce(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		e, err := New(t.Context(), b.topic, "k", wrapperspb.String("again"))
		if err != nil {
			t.Fatal(err)
		}
		last, err := New(t.Context(), b.topic, "k", wrapperspb.String("last"))
		if err != nil {
			t.Fatal(err)
		}
		w := newWriter(b.config)
		defer w.Close()
		if err := w.WriteMessages(t.Context(), toMessage(e), toMessage(e), toMessage(last)); err != nil {
			t.Fatal(err)
		}
		b.await(t, last)
		if n := b.count(t, "effects"); n != 2 {
			t.Errorf("%d effects of two events", n)
		}
	})
}

func TestPoisonMessageBecomesDeadLetter(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		var calls atomic.Int32
		testkit.RunCommand(t, b.consumer(t, func(e Event) error {
			if e.Key == "poison" {
				calls.Add(1)
				return Permanent(errors.New("cannot digest"))
			}
			return nil
		}).Run)
		poison := b.publish(t, "poison", "x")
		b.publish(t, "good", "y")
		testkit.Eventually(t, "the good event took effect", func() bool { return b.count(t, "effects") == 1 })

		var letter kafka.Message
		testkit.ReadTopic(t, b.config.Brokers, DeadLetterTopic(b.topic, b.group), "the poison",
			func(m kafka.Message) bool { letter = m; return true })
		if got := fromMessage(letter); got.ID != poison.ID || calls.Load() != maxAttempts {
			t.Errorf("parked %s after %d tries, want %s after %d", got.ID, calls.Load(), poison.ID, maxAttempts)
		}
	})
}

// An event of a type that gets its handler with a later release waits for it among the dead
// letters, and takes effect when it is replayed.
func TestUnknownEventTypeBecomesDeadLetter(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		before := b.consumer(t, acceptEvent)
		before.handlers = map[string]Handler{} // the release before knows no such event
		stop := testkit.RunCommand(t, before.Run)
		e := b.publish(t, "k", "x")
		after := b.consumer(t, acceptEvent)
		var letters []DeadLetter
		// a group forms first, beside those of other tests
		testkit.EventuallyWithin(t, time.Minute, "it is parked", func() bool {
			letters = listDeadLetters(t, after)
			return len(letters) == 1
		})
		stop()
		if letters[0].ID != e.ID {
			t.Fatalf("parked %s, want %s", letters[0].ID, e.ID)
		}
		if err := after.Replay(t.Context(), letters[0],
			func(context.Context, pgx.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if n := b.count(t, "effects"); n != 1 {
			t.Errorf("%d effects", n)
		}
	})
}

func TestTransientErrorsAreRetriedUntilSuccess(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		var calls atomic.Int32
		c := b.consumer(t, func(Event) error {
			if calls.Add(1) <= maxAttempts+1 {
				return fault.ErrUnavailable
			}
			return nil
		})
		var lines bytes.Buffer
		c.log = slog.New(slog.NewTextHandler(&lines, nil))
		stop := testkit.RunCommand(t, c.Run)
		b.publish(t, "k", "x")
		testkit.Eventually(t, "the event took effect after more tries than a poison gets",
			func() bool { return b.count(t, "effects") == 1 })
		stop()
		if n := strings.Count(lines.String(), "UNAVAILABLE"); n < 1 || n > 2 { // it may be given the topic anew
			t.Errorf("%d lines of it: %s", n, lines.String())
		}
	})
}

// A table that a migration has locked, and a database that takes connections and answers nothing,
// say nothing about an event: it is tried until it succeeds, however often that is.
func TestHangingDatabaseIsRetried(t *testing.T) {
	for name, hang := range map[string]func(t *testing.T, b *testEnvironment, f *testkit.Freezer) (recover func()){
		"a lock": func(t *testing.T, b *testEnvironment, _ *testkit.Freezer) func() {
			tx, err := b.pool.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			testkit.Exec(t, tx, `SET LOCAL idle_in_transaction_session_timeout = 0`) // until it was tried often
			testkit.Exec(t, tx, `LOCK TABLE effects IN ACCESS EXCLUSIVE MODE`)
			return func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }
		},
		"no answer": func(_ *testing.T, _ *testEnvironment, f *testkit.Freezer) func() {
			f.Freeze()
			return f.Thaw
		},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.ForEachBroker(t, func(t *testing.T, brokers []string) {
				b := newTestEnvironment(t, brokers)
				through, freezer := testkit.FreezeDatabase(t, b.pool.Config().ConnString())
				testkit.RunCommand(t, b.relay.Run)
				c := b.consumer(t, acceptEvent)
				c.pool, c.handleTimeout = testkit.Connect(t, through), 100*time.Millisecond
				var failures atomic.Int32
				c.onFailure = func() { failures.Add(1) }
				testkit.RunCommand(t, c.Run)
				b.await(t, b.publish(t, "k", "before"))
				recover := sync.OnceFunc(hang(t, b, freezer))
				t.Cleanup(recover)
				failures.Store(0) // of the event before
				held := b.publish(t, "k", "held up")
				testkit.Eventually(t, "it was tried more often than a poison is",
					func() bool { return failures.Load() > maxAttempts })
				if c.heldDuration() == 0 {
					t.Error("no metric says that an event is held up")
				}
				recover()
				b.await(t, held)
				testkit.Eventually(t, "nothing is held up any more", func() bool { return c.heldDuration() == 0 })
				if n := b.count(t, "effects"); n != 2 {
					t.Errorf("%d effects of two events", n)
				}
			})
		})
	}
}

func TestConsumerKilledBeforeCommit(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		b.publish(t, "k", "x")
		entered, killed := make(chan struct{}), make(chan struct{})
		first := b.consumer(t, func(Event) error {
			close(entered)
			<-killed
			return errors.New("killed")
		})
		ctx, kill := context.WithCancel(t.Context())
		stopped := testkit.RunCommand(t, func(context.Context) error { return first.Run(ctx) })
		<-entered
		kill()
		close(killed)
		stopped()
		testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		testkit.Eventually(t, "the event took effect", func() bool { return b.count(t, "effects") == 1 })
	})
}

func TestConsumerKilledBetweenCommitAndOffset(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		c := b.consumer(t, acceptEvent)
		e := b.publish(t, "k", "x")
		// The first consumer applies the event and dies before the offset is committed.
		if outcome, err := c.applyWithRetry(t.Context(), e); err != nil || outcome != "processed" {
			t.Fatal(outcome, err)
		}
		testkit.RunCommand(t, c.Run)
		b.await(t, b.publish(t, "k", "y"))
		if n := b.count(t, "effects"); n != 2 {
			t.Errorf("%d effects of two events", n)
		}
	})
}

func TestOnlyOneRelayPublishesAtATime(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		for range 3 {
			testkit.RunCommand(t, NewRelay(testkit.DiscardLog(), b.pool, b.config, "test", b.topic).Run)
		}
		testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		const n = 200
		var last Event
		for i := range n {
			last = b.publish(t, "k", fmt.Sprint(i))
		}
		b.await(t, last)
		published := map[string]bool{} // an event whose acknowledgment was lost is there twice
		testkit.ReadTopic(t, b.config.Brokers, b.topic, "the last event", func(m kafka.Message) bool {
			published[fromMessage(m).ID] = true
			return fromMessage(m).ID == last.ID
		})
		if len(published) != n || b.countOutOfOrder(t) != 0 {
			t.Errorf("%d messages of %d events, %d out of order", len(published), n, b.countOutOfOrder(t))
		}
	})
}

// A process that is stopped in the middle of a batch keeps the lock until PostgreSQL ends its
// transaction; then another one publishes.
func TestStoppedRelayReleasesItsLock(t *testing.T) {
	t.Parallel()
	b := newTestEnvironment(t, testkit.Kafka(t))
	stopped, err := b.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer stopped.Rollback(t.Context())
	testkit.Exec(t, stopped, `SELECT pg_advisory_xact_lock($1)`, relayLock)
	event := b.publish(t, "k", "1")
	if n, err := b.relay.publishBatch(t.Context()); n != 0 || err != nil || b.count(t, "outbox") != 1 {
		t.Fatalf("%d events published beside another relay, %v", n, err)
	}
	testkit.RunCommand(t, b.relay.Run)
	testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
	b.await(t, event)
}

func TestBatchesAreLimitedInBytes(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		const n = 9
		for i := range n {
			b.publish(t, "k", fmt.Sprint(i)+strings.Repeat("x", MaxPayload-64))
		}
		for sent := 0; sent < n; {
			batch, err := b.relay.publishBatch(t.Context())
			if err != nil || batch == 0 || batch*MaxPayload > maxWriteBytes {
				t.Fatalf("a batch of %d events after %d, %v", batch, sent, err)
			}
			sent += batch
		}
		testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		testkit.Eventually(t, "every event took effect", func() bool { return b.count(t, "effects") == n })
		if _, err := New(t.Context(), b.topic, "k", wrapperspb.String(strings.Repeat("x", MaxPayload))); err == nil {
			t.Error("an event that no batch can take")
		}
	})
}

func TestNewHandlerDecodes(t *testing.T) {
	var got string
	h := NewHandler(func(_ context.Context, _ pgx.Tx,
		m *wrapperspb.StringValue) error {
		got = m.GetValue()
		return nil
	})
	e, err := New(t.Context(), "test.thing.v1", "k", wrapperspb.String("gm"))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Apply(t.Context(), nil, e); err != nil || got != "gm" || h.Type != e.Type {
		t.Errorf("%q of %s, %v", got, h.Type, err)
	}
	e.Payload = []byte{0xff}
	if err := h.Apply(t.Context(), nil, e); err == nil {
		t.Error("garbage was decoded")
	}
}
