package limit

import (
	"context"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sony/gobreaker/v2"

	"mcwick.example/platform/testkit"
)

// newClusterLimiter is a limiter on a real cluster, and its nodes.
func newClusterLimiter(t *testing.T) (*Limiter, []testkit.RedisNode) {
	t.Helper()
	nodes := testkit.RedisCluster(t)
	return open(t, testkit.RedisClusterURL(nodes)), nodes
}

// bucketsOfAddress are three buckets as a request has them, of so many requests.
func bucketsOfAddress(burst int) []Bucket {
	rate := Rate{Every: time.Hour, Burst: burst}
	return []Bucket{{Key: "device", Rate: rate}, {Key: "address", Rate: rate}, {Key: "subnet", Rate: rate}}
}

// Verifies LIMIT-17.
func TestLimiterIsExactOnCluster(t *testing.T) {
	l, nodes := newClusterLimiter(t)
	const subjects, burst = 50, 4
	t.Run("many subjects, all at once", func(t *testing.T) {
		var passed [subjects]atomic.Int32
		var all sync.WaitGroup
		for range 2 * burst {
			for i := range subjects {
				all.Go(func() {
					d, err := l.allow(t.Context(), fmt.Sprint("198.51.100.", i), bucketsOfAddress(burst)...)
					if err != nil {
						t.Error(err)
					}
					if d.Allowed {
						passed[i].Add(1)
					}
				})
			}
		}
		all.Wait()
		for i := range passed {
			if n := passed[i].Load(); n != burst {
				t.Errorf("%d passed of subject %d, want %d", n, i, burst)
			}
		}
	})
	t.Run("each node has a share of them", func(t *testing.T) {
		for _, n := range nodes {
			if keys, err := n.DBSize(t.Context()).Result(); err != nil || keys == 0 || keys == 3*subjects {
				t.Errorf("%s has %d keys, %v", n.Addr, keys, err)
			}
		}
	})
	t.Run("a node that does not know the script", func(t *testing.T) {
		for _, n := range nodes {
			if err := n.ScriptFlush(t.Context()).Err(); err != nil {
				t.Fatal(err)
			}
		}
		for i := range subjects {
			if d, err := l.allow(t.Context(), fmt.Sprint("203.0.113.", i), bucketsOfAddress(1)...); err != nil ||
				!d.Allowed {
				t.Errorf("%+v, %v", d, err)
			}
		}
	})
	t.Run("the keys of a subject have one slot", func(t *testing.T) {
		slots := map[int64]bool{}
		for _, b := range bucketsOfAddress(1) {
			slot, err := l.Client.ClusterKeySlot(t.Context(), redisKey("198.51.100.1", b)).Result()
			if err != nil {
				t.Fatal(err)
			}
			slots[slot] = true
		}
		if len(slots) != 1 {
			t.Errorf("%v", slots)
		}
	})
}

// While a slot moves, its keys are here, there or on both nodes. A decision is exact, or there is
// none and nothing is debited: never is one bucket debited and another not.
// Verifies LIMIT-17.
func TestLimiterDuringSlotMigration(t *testing.T) {
	l, nodes := newClusterLimiter(t)
	const subject, burst = "192.0.2.0/24", 9
	take := func() (Decision, error) { return l.allow(t.Context(), subject, bucketsOfAddress(burst)...) }
	mustTake := func(left int) {
		t.Helper()
		if d, err := take(); err != nil || !d.Allowed || d.Remaining != left {
			t.Fatalf("%+v, %v; want %d left", d, err, left)
		}
	}
	mustTake(8)

	keys := make([]string, 3)
	for i, b := range bucketsOfAddress(burst) {
		keys[i] = redisKey(subject, b)
	}
	slot := l.Client.ClusterKeySlot(t.Context(), keys[0]).Val()
	var from, to testkit.RedisNode
	for _, n := range nodes {
		if n.ClusterCountKeysInSlot(t.Context(), int(slot)).Val() == 3 {
			from = n
		} else {
			to = n
		}
	}
	do := func(n testkit.RedisNode, args ...any) {
		t.Helper()
		if err := n.Do(t.Context(), args...).Err(); err != nil {
			t.Fatal(args, err)
		}
	}
	move := func(keys ...string) {
		t.Helper()
		host, port, _ := net.SplitHostPort(to.Addr)
		args := []any{"MIGRATE", host, port, "", 0, 60_000, "KEYS"}
		for _, k := range keys {
			args = append(args, k)
		}
		do(from, args...)
	}
	do(to, "CLUSTER", "SETSLOT", slot, "IMPORTING", from.ID)
	do(from, "CLUSTER", "SETSLOT", slot, "MIGRATING", to.ID)
	mustTake(7) // all of its keys are still here

	move(keys[0])
	if d, err := take(); err == nil {
		t.Fatalf("with its keys on two nodes: %+v", d)
	}
	guard := NewGuard(testkit.DiscardLog(), l, NewReplicas("", 1))
	for n := range 2 * burst {
		if d := guard.Allow(t.Context(), subject, false, bucketsOfAddress(burst)...); d.Allowed != (n < burst) {
			t.Fatalf("with its keys on two nodes the process counts otherwise: request %d, %+v", n, d)
		}
	}
	if d := guard.Allow(t.Context(), "203.0.113.0/24", false,
		bucketsOfAddress(burst)...); guard.breaker.State() != gobreaker.StateClosed || d.Remaining != burst-1 {
		t.Errorf("others pay for it: %+v, the breaker is %s", d, guard.breaker.State())
	}

	move(keys[1], keys[2])
	mustTake(6) // none of those calls debited anything; this one was asked on (ASK)

	do(to, "CLUSTER", "SETSLOT", slot, "NODE", to.ID)
	do(from, "CLUSTER", "SETSLOT", slot, "NODE", to.ID)
	mustTake(5) // it was sent on (MOVED)
	for left := 4; left >= 0; left-- {
		mustTake(left)
	}
	if d, err := take(); err != nil || d.Allowed {
		t.Errorf("one too many: %+v, %v", d, err)
	}
}

// A node that is away costs its own subjects their exact count until it is back, and affects no
// other subject.
// Verifies LIMIT-17.
func TestLimiterWithoutOneClusterNode(t *testing.T) {
	l, nodes := newClusterLimiter(t)
	for _, n := range nodes[1:] { // or the rest would refuse everybody for want of some slots
		if err := n.ConfigSet(t.Context(), "cluster-require-full-coverage", "no").Err(); err != nil {
			t.Fatal(err)
		}
	}
	_ = nodes[0].ShutdownNoSave(context.WithoutCancel(t.Context())) // it answers by being gone
	failed := 0
	for i := range 60 {
		d, err := l.allow(t.Context(), fmt.Sprint("198.51.100.", i), bucketsOfAddress(1)...)
		switch {
		case err != nil:
			failed++
		case !d.Allowed:
			t.Errorf("%+v", d)
		}
	}
	if failed == 0 || failed > 40 {
		t.Errorf("%d of 60 subjects were not counted, want a third", failed)
	}
}

// A node that hangs costs its own subjects their exact count until it answers, and connections to
// it that vanished are left.
// Verifies LIMIT-17.
func TestLimiterWithHangingClusterNode(t *testing.T) {
	t.Parallel()
	nodes := testkit.RedisCluster(t)
	l, err := Open(testkit.RedisClusterURL(nodes), TLS{}, Timeout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Client.Close() })
	counted := func() (n int) {
		for i := range 30 {
			if _, err := l.allow(t.Context(), fmt.Sprint("198.51.100.", i), bucketsOfAddress(1000)...); err == nil {
				n++
			}
		}
		return n
	}
	testkit.Eventually(t, "all are counted", func() bool { return counted() == 30 })
	nodes[1].FreezeExisting()
	testkit.Eventually(t, "all are counted by new connections", func() bool { return counted() == 30 })
	nodes[1].Freeze()
	if n := counted(); n < 10 || n > 29 {
		t.Errorf("%d of 30 subjects were counted without one of three nodes", n)
	}
	nodes[1].Thaw()
	testkit.Eventually(t, "all are counted again", func() bool { return counted() == 30 })
}

func TestOpenParsesRedisURLs(t *testing.T) {
	for address, want := range map[string]string{
		"redis://h:1/0":                         "*redis.Client",
		"rediss://u:p@h:1?pool_size=5":          "*redis.Client",
		"redis://h:1?addr=i:1&addr=j:1":         "*redis.ClusterClient",
		"rediss://u:p@h:1?addr=h:1&pool_size=5": "*redis.ClusterClient",
		"redis://h:1/0?unknown=1":               "",
		"redis://h:1?addr=i:1&unknown=1":        "",
		"http://h":                              "",
		"redis://u:secret@h:port":               "",
	} {
		l, err := Open(address, TLS{}, Timeout)
		if want == "" {
			if err == nil || err.Error() != "REDIS_URL is not a Redis address" {
				t.Errorf("%s: %v", address, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		if got := fmt.Sprintf("%T", l.Client); got != want {
			t.Errorf("%s: %s", address, got)
		}
		l.Client.Close()
	}
}
