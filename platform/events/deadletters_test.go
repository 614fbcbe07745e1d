package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/protobuf/types/known/wrapperspb"

	"mcwick.example/platform/testkit"
)

// order runs the sub-command on the bundle's consumer and gives what it says of each letter.
func order(t *testing.T, c *Consumer, arguments ...string) (lines []lettersLine, err error) {
	t.Helper()
	do, err := parseLetters(append(arguments, "--json"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = do.run(t.Context(), &out, []*Consumer{c})
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &lines); err != nil {
			t.Fatalf("%v in %s", err, &out)
		}
	}
	return lines, err
}

// TestDeadLettersAreReplayedOnce parks events that cannot be read, and replays them by a program that can.
func TestDeadLettersAreReplayedOnce(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testBundle) {
		var wiser atomic.Bool
		c := b.consumer(t, func(e Event) error {
			if strings.HasPrefix(e.Key, "poison") && !wiser.Load() {
				return errors.New("cannot digest")
			}
			return nil
		})
		if lines, err := order(t, c, "list"); err != nil || len(lines) != 0 {
			t.Errorf("before there is a topic: %v, %v", lines, err)
		}
		testkit.Run(t, b.relay.Run)
		testkit.Run(t, c.Run)
		one, two := b.say(t, "poison one", "x"), b.say(t, "poison two", "y")
		var lines []lettersLine
		testkit.Eventually(t, "both are dead letters", func() bool {
			lines, _ = order(t, c, "list")
			return len(lines) == 2
		})
		for _, l := range lines {
			if l.Topic != b.topic || l.Group != b.group || l.Type != one.Type || l.Outcome != "dead" || !strings.Contains(l.Reason, "cannot digest") || l.Time.IsZero() {
				t.Errorf("%+v", l)
			}
		}
		b.await(t, b.say(t, "good", "z"))

		if lines, err := order(t, c, "replay"); err == nil || len(lines) != 2 || lines[0].Outcome != "dead" {
			t.Errorf("replayed too early: %+v, %v", lines, err)
		}
		wiser.Store(true)
		if _, err := order(t, c, "replay", "--id", one.ID, "--id", "nonsense"); err == nil || b.count(t, "effects") != 1 {
			t.Errorf("an unknown letter: %v, %d effects", err, b.count(t, "effects"))
		}
		if lines, err := order(t, c, "replay", "--id", one.ID); err != nil || len(lines) != 1 || lines[0].ID != one.ID || lines[0].Outcome != "applied" {
			t.Errorf("replayed one: %+v, %v", lines, err)
		}
		if lines, err := order(t, c, "list"); err != nil || len(lines) != 1 || lines[0].ID != two.ID {
			t.Errorf("left after one: %+v, %v", lines, err)
		}
		for range 2 { // the second time there is nothing to do
			if _, err := order(t, c, "replay"); err != nil {
				t.Error(err)
			}
		}
		if lines, err := order(t, c, "list"); err != nil || len(lines) != 0 || b.count(t, "effects") != 3 {
			t.Errorf("in the end %+v, %v, %d effects of 3 events", lines, err, b.count(t, "effects"))
		}
	})
}

// TestWhatIsNoEventStaysDead parks a message without an id, which no inbox can know.
func TestWhatIsNoEventStaysDead(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testBundle) {
		c := b.consumer(t, agree)
		testkit.Run(t, c.Run)
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
		testkit.Eventually(t, "both are dead letters", func() bool {
			lines, _ := order(t, c, "list")
			return len(lines) == 2
		})
		if lines, err := order(t, c, "replay"); err == nil || len(lines) != 2 || lines[0].Outcome != "dead" || b.count(t, "effects") != 0 {
			t.Errorf("%+v, %v", lines, err)
		}
	})
}

func TestTheCommandLineIsRead(t *testing.T) {
	for _, bad := range []string{"", "help", "burn", "list --id x", "list more", "replay --all"} {
		if _, err := parseLetters(strings.Fields(bad)); err == nil {
			t.Errorf("%q is understood", bad)
		}
	}
	o, err := parseLetters([]string{"replay", "--id", "a", "--json", "--id=b"})
	if err != nil || !o.replay || !o.json || strings.Join(o.ids, " ") != "a b" {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestLettersArePrintedForPeople(t *testing.T) {
	var out bytes.Buffer
	lines := []lettersLine{{Letter{ID: "id", Type: "a.v1.Fact", Key: "key", Reason: "why"}, "dead"}}
	if err := (lettersOrder{}).print(&out, lines); err != nil || !strings.Contains(out.String(), "id     Fact  key") || !strings.Contains(out.String(), "why") {
		t.Errorf("%s, %v", &out, err)
	}
	out.Reset()
	if err := (lettersOrder{}).print(&out, nil); err != nil || out.String() != "no dead letters\n" {
		t.Errorf("%s, %v", &out, err)
	}
}
