package events

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
)

// followed keeps what a follower applied.
type followed struct {
	mu     sync.Mutex
	begins []int64
	ids    []string
}

func (f *followed) begin(offset int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.begins = append(f.begins, offset)
}

func (f *followed) apply(n Notice) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ids = append(f.ids, n.ID)
}

func (f *followed) has(ids ...string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Equal(f.ids, ids)
}

func (f *followed) hasBegun(offsets ...int64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Equal(f.begins, offsets)
}

// follow runs a follower of its own until the test ends.
func follow(t *testing.T, c Config, topic string, history int64) (*Follower, *followed) {
	t.Helper()
	f, got := NewFollower(testkit.DiscardLog(), c, topic, history), &followed{}
	testkit.RunCommand(t, func(ctx context.Context) error { return f.Run(ctx, got.begin, got.apply) })
	return f, got
}

func newNotices(t *testing.T, brokers []string) *testEnvironment {
	b := newTestEnvironment(t, brokers)
	b.topic = testkit.UniqueName("test.notices.v1-")
	b.relay = NewNoticeRelay(testkit.DiscardLog(), b.pool, b.config, "test", b.topic)
	testkit.RunCommand(t, b.relay.Run)
	return b
}

// Each follower gets all notices in their order, of whatever keys, from so many before it came. The
// topic keeps them for an hour.
func TestEachFollowerGetsAllNotices(t *testing.T) {
	t.Parallel()
	testkit.ForEachBroker(t, func(t *testing.T, brokers []string) {
		b := newNotices(t, brokers)
		_, first := follow(t, b.config, b.topic, 2)
		testkit.Eventually(t, "the first follower begins", func() bool { return first.hasBegun(0) })
		var ids []string
		for _, key := range []string{"a", "b", "c"} {
			ids = append(ids, b.publish(t, key, key).ID)
		}
		testkit.Eventually(t, "the first follower has all", func() bool { return first.has(ids...) })
		f, second := follow(t, b.config, b.topic, 2)
		testkit.Eventually(t, "the second follower has the last two",
			func() bool { return second.has(ids[1:]...) && f.IsCurrent() })
		if !second.hasBegun(1) {
			t.Errorf("it began at %v", second.begins)
		}
		ids = append(ids, b.publish(t, "d", "d").ID)
		testkit.Eventually(t, "both have the next", func() bool { return first.has(ids...) && second.has(ids[1:]...) })
		if got := topicConfig(t, b.config, b.topic, "retention.ms"); got != "3600000" {
			t.Errorf("notices are kept for %s ms", got)
		}
	})
}

// A follower says that it may have missed something while the broker hangs, and misses nothing.
func TestFollowerKnowsThatBrokerHangs(t *testing.T) {
	t.Parallel()
	testkit.ForEachBroker(t, func(t *testing.T, brokers []string) {
		b := newNotices(t, brokers)
		config, freezer := b.throughProxy(t)
		f, got := follow(t, config, b.topic, 10)
		before := b.publish(t, "k", "before")
		testkit.Eventually(t, "the notice came", func() bool { return got.has(before.ID) })
		freezer.Freeze()
		testkit.EventuallyWithin(t, 2*followFresh, "the follower is not current", func() bool { return !f.IsCurrent() })
		held := b.publish(t, "k", "held up")
		freezer.Thaw()
		testkit.EventuallyWithin(t, time.Minute, "nothing was missed", func() bool {
			return got.has(before.ID, held.ID) && f.IsCurrent()
		})
	})
}
