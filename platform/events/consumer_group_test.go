package events

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
)

// keysOfPartitions returns a key of each partition.
func keysOfPartitions() (keys [partitions]string) {
	all := make([]int, partitions)
	for i := range all {
		all[i] = i
	}
	for n := range 1000 {
		key := fmt.Sprint("key", n)
		keys[(&kafka.Hash{}).Balance(kafka.Message{Key: []byte(key)}, all...)] = key
	}
	return keys
}

// An event that is tried without end holds up its partition, and no other: also where many more wait
// behind it than are fetched ahead, and when it is not the only one.
func TestHeldEventHoldsUpItsPartitionOnly(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		keys := keysOfPartitions()
		heldKeys := map[string]bool{keys[1]: true, keys[3]: true, keys[4]: true}
		var held atomic.Bool
		held.Store(true)
		var failures atomic.Int32
		c := b.consumer(t, func(e Event) error {
			if held.Load() && heldKeys[e.Key] {
				failures.Add(1)
				return fault.ErrUnavailable
			}
			return nil
		})
		testkit.RunCommand(t, c.Run)
		total := 0
		for key := range heldKeys {
			for range 10 * queuedEvents {
				b.publish(t, key, "waits")
				total++
			}
		}
		testkit.Eventually(t, "events are held", func() bool { return failures.Load() > 0 })
		for _, key := range keys {
			if !heldKeys[key] {
				b.await(t, b.publish(t, key, "meanwhile"))
				total++
			}
		}
		if n := b.count(t, "effects"); n != partitions-len(heldKeys) || c.heldDuration() == 0 {
			t.Errorf("%d effects while events are held for %v", n, c.heldDuration())
		}
		held.Store(false)
		testkit.Eventually(t, "every event took effect", func() bool { return b.count(t, "effects") >= total })
		if n := b.count(t, "effects"); n != total || b.countOutOfOrder(t) != 0 {
			t.Errorf("%d effects of %d events, %d out of order", n, total, b.countOutOfOrder(t))
		}
	})
}
