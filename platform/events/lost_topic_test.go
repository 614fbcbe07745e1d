package events

import (
	"errors"
	"testing"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/testkit"
)

// commit says that the group is done with the topic up to an offset, in every partition.
func (b *testEnvironment) commit(t *testing.T, offset int64) {
	t.Helper()
	commits := map[string][]kafka.OffsetCommit{}
	for p := range partitions {
		commits[b.topic] = append(commits[b.topic], kafka.OffsetCommit{Partition: p, Offset: offset})
	}
	testkit.Eventually(t, "the group takes the offsets", func() bool {
		r, err := newClient(b.config).OffsetCommit(t.Context(),
			&kafka.OffsetCommitRequest{GroupID: b.group, GenerationID: -1, Topics: commits})
		if err != nil {
			return false
		}
		for _, p := range r.Topics[b.topic] {
			err = errors.Join(err, p.Error)
		}
		return err == nil
	})
}

// A topic that was lost and made anew is shorter than what its group was done with: without more,
// its events would wait until it is as long again, and the first of them would never be applied.
func TestOffsetsBeyondTopicEndAreReset(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		before := b.publish(t, "k", "before there was a consumer")
		stop := testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		b.await(t, before)
		stop()
		b.commit(t, 1000)
		first := b.publish(t, "k", "the first")
		testkit.RunCommand(t, b.consumer(t, acceptEvent).Run)
		b.await(t, first)
		b.await(t, b.publish(t, "other", "goes on"))
		if n := b.count(t, "effects"); n != 3 {
			t.Errorf("%d effects of three events", n)
		}
	})
}

// A group that is where the topic is, or has never been anywhere, is left alone.
func TestOffsetsWithinTopicAreKept(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		c := b.consumer(t, acceptEvent)
		rewind := func(what string, want int) {
			t.Helper()
			var moved int
			var err error
			testkit.Eventually(t, what+" has a coordinator", func() bool {
				moved, err = c.resetOffsets(t.Context())
				return !isTemporary(err)
			})
			if err != nil || moved != want {
				t.Errorf("%s: moved %d, %v", what, moved, err)
			}
		}
		rewind("a new group", 0)
		testkit.RunCommand(t, b.relay.Run)
		stop := testkit.RunCommand(t, c.Run)
		b.await(t, b.publish(t, "k", "one"))
		stop()
		rewind("a group that is done", 0)
		b.commit(t, 7)
		rewind("a group that is beyond", partitions)
		if lag, err := c.lag(t.Context()); err != nil || lag[0]+lag[1]+lag[2]+lag[3]+lag[4]+
			lag[5] != 1 {
			t.Errorf("one event is to come again: %v, %v", lag, err)
		}
	})
}
