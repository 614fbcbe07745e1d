package events

import (
	"testing"
	"time"

	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
)

// Verifies OBS-6.
func TestOutboxBacklogMetrics(t *testing.T) {
	metrics := metrictest.New(t)
	b := newTestEnvironment(t, testkit.Kafka(t))
	b.relay.registerMetrics()
	waiting := func() float64 { return metrics.Read(t, "mcwick.outbox.waiting").Value }
	age := func() float64 { return metrics.Read(t, "mcwick.outbox.age").Value }
	if waiting() != 0 || age() != 0 {
		t.Errorf("%v events wait for %v s in an empty outbox", waiting(), age())
	}
	for range 3 {
		b.publish(t, "k", "x")
	}
	testkit.Exec(t, b.pool,
		`UPDATE outbox SET time = now() - interval '1 hour' WHERE id = (SELECT min(id) FROM outbox)`)
	if waiting() != 3 || age() < 3600 || age() > 4000 {
		t.Errorf("%v events wait, the oldest %v s", waiting(), age())
	}
}

// Verifies OBS-6.
func TestConsumedEventsMetric(t *testing.T) {
	metrics := metrictest.New(t)
	testkit.ForEachBroker(t, func(t *testing.T, brokers []string) {
		b := newTestEnvironment(t, brokers)
		c := b.consumer(t, acceptEvent)
		if fresh := metrics.Read(t, "mcwick.events.consumed", "group", b.group, "outcome", "dead"); fresh.Series != 1 {
			t.Error("before there is one the series of dead letters is not there: its first would be no increase")
		}
		dead := newWriter(b.config)
		defer dead.Close()
		once := b.publish(t, "k", "x")
		late := b.publish(t, "k", "y")
		late.Time = late.Time.Add(-time.Hour)
		unknown := once
		unknown.Type = "somebody.Else"
		if err := EnsureTopics(t.Context(), b.config, DeadLetterTopic(b.topic, b.group)); err != nil {
			t.Fatal(err)
		}
		for _, e := range []Event{once, once, late, unknown, {ID: once.ID}} {
			if err := c.consume(t.Context(), toMessage(e), dead); err != nil {
				t.Fatal(err)
			}
		}
		for outcome, want := range map[string]float64{"processed": 2, "duplicate": 1, "dead": 2} {
			if got := metrics.Read(t, "mcwick.events.consumed", "group", b.group, "outcome",
				outcome).Value; got != want {
				t.Errorf("%v events are %s, want %v", got, outcome, want)
			}
		}
		if delay := metrics.Read(t, "mcwick.events.delay", "group", b.group); delay.Count != 2 || delay.Value < 3600 ||
			delay.Value > 4000 {
			t.Errorf("%+v: one took effect at once, one after an hour", delay)
		}
	})
}
