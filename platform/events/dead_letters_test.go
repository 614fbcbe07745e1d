package events

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"mcwick.example/platform/testkit"
)

// listDeadLetters returns the dead letters of a consumer.
func listDeadLetters(t *testing.T, c *Consumer) []DeadLetter {
	t.Helper()
	return deadLettersFrom(t, c, DeadLetterPosition{})
}

func deadLettersFrom(t *testing.T, c *Consumer, from DeadLetterPosition) (letters []DeadLetter) {
	t.Helper()
	for l, err := range c.DeadLetters(t.Context(), from) {
		if err != nil {
			t.Fatal(err)
		}
		letters = append(letters, l)
	}
	return letters
}

func noEffect(context.Context, pgx.Tx) error { return nil }

// An event that can be neither applied nor parked is reported as held.
// Verifies OBS-6.
func TestDeadLetterThatCannotBePublishedIsHeld(t *testing.T) {
	b := newTestEnvironment(t, testkit.Kafka(t))
	c := b.consumer(t, acceptEvent)
	dead := newWriter(b.config)
	defer dead.Close()
	dead.Addr = kafka.TCP("127.0.0.1:1") // refuses connections
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- c.consume(ctx, toMessage(Event{ID: "x", Type: "somebody.Else"}), dead) }()
	testkit.Eventually(t, "it is held", func() bool { return c.heldDuration() > pollInterval })
	cancel()
	if err := <-ended; err == nil || c.heldDuration() != 0 {
		t.Errorf("%v, held for %v after its end", err, c.heldDuration())
	}
}

// TestDeadLettersAreReplayedOnce parks events that cannot be read, and replays them by a program
// that can.
func TestDeadLettersAreReplayedOnce(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		var afterFix atomic.Bool
		c := b.consumer(t, func(e Event) error {
			if strings.HasPrefix(e.Key, "poison") && !afterFix.Load() {
				return Permanent(errors.New("cannot digest"))
			}
			return nil
		})
		if letters := listDeadLetters(t, c); len(letters) != 0 {
			t.Errorf("before there is a topic: %v", letters)
		}
		testkit.RunCommand(t, b.relay.Run)
		testkit.RunCommand(t, c.Run)
		one, two := b.publish(t, "poison one", "x"), b.publish(t, "poison two", "y")
		var letters []DeadLetter
		testkit.Eventually(t, "both are dead letters", func() bool {
			letters = listDeadLetters(t, c)
			return len(letters) == 2
		})
		for _, l := range letters {
			if l.Topic != b.topic || l.Group != b.group || l.Type != one.Type ||
				!strings.Contains(l.Reason, "cannot digest") || l.Time.IsZero() {
				t.Errorf("%+v", l)
			}
		}
		b.await(t, b.publish(t, "good", "z"))

		if err := c.Replay(t.Context(), letters[0], noEffect); err == nil {
			t.Error("replayed too early")
		}
		afterFix.Store(true)
		refuse := errors.New("not by me")
		if err := c.Replay(t.Context(), letters[0],
			func(context.Context, pgx.Tx) error { return refuse }); !errors.Is(err, refuse) ||
			b.count(t, "effects") != 1 {
			t.Errorf("an effect without what belongs to it: %v, %d effects", err, b.count(t, "effects"))
		}
		if letters[0].ID != one.ID {
			letters[0], letters[1] = letters[1], letters[0] // they are of two partitions
		}
		if err := c.Replay(t.Context(), letters[0], noEffect); err != nil {
			t.Error(err)
		}
		if left := listDeadLetters(t, c); len(left) != 1 || left[0].ID != two.ID {
			t.Errorf("left after one: %+v", left)
		}
		again := 0
		for range 2 { // the second time there is nothing to do
			for _, l := range letters {
				if err := c.Replay(t.Context(), l,
					func(context.Context, pgx.Tx) error { again++; return nil }); err != nil {
					t.Error(err)
				}
			}
		}
		if left := listDeadLetters(t, c); len(left) != 0 || b.count(t, "effects") != 3 || again != 1 {
			t.Errorf("in the end %+v, %d effects of 3 events, %d of 1 with them", left, b.count(t, "effects"), again)
		}
	})
}

// TestDeadLettersAreReadFromAPosition reads some batches of letters, from the beginning, from each
// 99th on, and only the first.
func TestDeadLettersAreReadFromAPosition(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		c := b.consumer(t, acceptEvent)
		topic := DeadLetterTopic(b.topic, b.group)
		if err := EnsureTopics(t.Context(), b.config, topic); err != nil {
			t.Fatal(err)
		}
		var messages []kafka.Message
		for i := range 4*deadLetterBatch + 1 {
			e, err := New(t.Context(), topic, strconv.Itoa(i), wrapperspb.String("x"))
			if err != nil {
				t.Fatal(err)
			}
			messages = append(messages, toMessage(e))
		}
		w := newWriter(b.config)
		defer w.Close()
		if err := w.WriteMessages(t.Context(), messages...); err != nil {
			t.Fatal(err)
		}
		all := listDeadLetters(t, c)
		if len(all) != len(messages) {
			t.Fatalf("%d letters of %d", len(all), len(messages))
		}
		for i := 0; i < len(all); i += 99 {
			if rest := deadLettersFrom(t, c, all[i].Position); len(rest) != len(all)-i || rest[0].ID != all[i].ID {
				t.Errorf("%d letters from the %d. on", len(rest), i)
			}
		}
		last := len(all) - 1
		if err := c.Replay(t.Context(), all[last], noEffect); err != nil {
			t.Error(err)
		}
		if rest := deadLettersFrom(t, c, all[1].Position); len(rest) != len(all)-2 || rest[0].ID != all[1].ID {
			t.Errorf("%d letters after the last one was applied", len(rest))
		}
		for l, err := range c.DeadLetters(t.Context(), DeadLetterPosition{}) {
			if err != nil || l.ID != all[0].ID {
				t.Error(l, err)
			}
			break
		}
	})
}

// TestMessageThatIsNotAnEventCannotBeReplayed parks a message without an id, which no inbox can
// know.
func TestMessageThatIsNotAnEventCannotBeReplayed(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		c := b.consumer(t, acceptEvent)
		testkit.RunCommand(t, c.Run)
		e, err := New(t.Context(), b.topic, "k", wrapperspb.String("x"))
		if err != nil {
			t.Fatal(err)
		}
		e.ID = ""
		w := newWriter(b.config)
		defer w.Close()
		if err := w.WriteMessages(t.Context(), toMessage(e), toMessage(e)); err != nil {
			t.Fatal(err)
		}
		testkit.Eventually(t, "both are dead letters", func() bool { return len(listDeadLetters(t, c)) == 2 })
		for _, l := range listDeadLetters(t, c) {
			if err := c.Replay(t.Context(), l, noEffect); err == nil || b.count(t, "effects") != 0 {
				t.Errorf("%+v, %v", l, err)
			}
		}
	})
}
