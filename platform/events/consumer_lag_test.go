package events

import (
	"testing"

	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
)

// Verifies OBS-5.
func TestConsumerLag(t *testing.T) {
	metrics := metrictest.New(t)
	testkit.ForEachBroker(t, func(t *testing.T, brokers []string) {
		b := newTestEnvironment(t, brokers)
		lag := func() metrictest.Sample {
			return metrics.Read(t, "mcwick.events.behind", "topic", b.topic, "group", b.group)
		}
		testkit.RunCommand(t, b.relay.Run)
		entered, gate := make(chan struct{}, 1), make(chan struct{})
		stop := testkit.RunCommand(t, b.consumer(t, func(Event) error {
			select {
			case entered <- struct{}{}:
			default:
			}
			<-gate
			return nil
		}).Run)
		testkit.Eventually(t, "every partition is told of",
			func() bool { return lag() == metrictest.Sample{Series: partitions} })

		b.publish(t, "k", "held up")
		<-entered
		testkit.Eventually(t, "the one that is held up counts", func() bool { return lag().Value == 1 })
		for range 4 {
			b.publish(t, "k", "behind it")
		}
		last := b.publish(t, "other", "elsewhere")
		testkit.Eventually(t, "so do those that come after it", func() bool { return lag().Value == 6 })

		close(gate)
		b.await(t, last)
		testkit.Eventually(t, "nothing is left", func() bool { return lag().Value == 0 })

		stop()
		b.publish(t, "k", "nobody is there")
		testkit.Eventually(t, "what nobody takes counts", func() bool { return lag().Value == 1 })
	})
}
