package events

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"mcwick.example/platform/testkit"
)

// listDeadLetters returns the dead letters of a consumer.
func listDeadLetters(t *testing.T, c *Consumer) []DeadLetter {
	t.Helper()
	letters, err := c.DeadLetters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return letters
}

func noEffect(context.Context, pgx.Tx) error { return nil }

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
