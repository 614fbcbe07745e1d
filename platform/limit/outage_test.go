package limit

import (
	"net/url"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"mcwick.example/platform/testkit"
)

// newGuardBehindProxy is a guard whose Redis can be made to hang, and whether Redis counts the
// guard's next decision.
func newGuardBehindProxy(t *testing.T, options string) (g *Guard, f *testkit.Freezer, redisCounts func() bool) {
	t.Helper()
	u, err := url.Parse(testkit.Redis(t))
	if err != nil {
		t.Fatal(err)
	}
	u.Host, f = testkit.NewFreezer(t, u.Host)
	u.RawQuery = options
	l, err := Open(u.String(), TLS{}, Timeout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Client.Close() })
	g, beside := NewGuard(testkit.DiscardLog(), l, NewReplicas("", 1)), newTestLimiter(t)
	return g, f, func() bool {
		subject, bucket := testkit.UniqueName("subject"), Bucket{Key: "b", Rate: Rate{Every: time.Hour, Burst: 1}}
		if d := g.Allow(t.Context(), subject, false, bucket); !d.Allowed {
			t.Fatalf("%+v", d)
		}
		return beside.Client.Exists(t.Context(), redisKey(subject, bucket)).Val() == 1
	}
}

// Connections that wait in the pool are not asked one after the other when the other end of all of
// them has vanished.
// Verifies OPS-8.
func TestHangingRedisConnectionsAreClosed(t *testing.T) {
	t.Parallel()
	const pooled = 60
	g, freezer, redisCounts := newGuardBehindProxy(t, "pool_size=60")
	conns := make([]*redis.Conn, pooled)
	for i := range conns {
		testkit.Eventually(t, "it is connected", func() bool {
			conns[i] = g.limiter.Client.(*redis.Client).Conn()
			if conns[i].Ping(t.Context()).Err() == nil {
				return true
			}
			conns[i].Close() // one that timed out once is of no more use
			return false
		})
	}
	for _, c := range conns {
		c.Close() // into the pool
	}
	testkit.Eventually(t, "Redis counts", redisCounts)
	freezer.FreezeExisting()
	testkit.Eventually(t, "Redis counts again", redisCounts)
}

// A Redis that takes connections and answers nothing costs no visitor the decision, and counts
// again by itself once it answers.
// Verifies OPS-9.
func TestHangingRedisTripsBreaker(t *testing.T) {
	t.Parallel()
	_, freezer, redisCounts := newGuardBehindProxy(t, "")
	testkit.Eventually(t, "Redis counts", redisCounts)
	freezer.Freeze()
	for range 20 {
		if redisCounts() {
			t.Fatal("it is not frozen")
		}
	}
	freezer.Thaw()
	testkit.Eventually(t, "Redis counts again", redisCounts)
}
