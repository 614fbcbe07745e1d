package limit

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sony/gobreaker/v2"

	"mcwick.example/platform/testkit"
)

// newGuardWithoutRedis is a guard whose Redis never answers, at a clock that the test moves.
func newGuardWithoutRedis(t *testing.T, replicas int) (g *Guard, clock *time.Time) {
	t.Helper()
	l, err := Open("redis://127.0.0.1:1", TLS{}, Timeout)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Client.Close() })
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	g = NewGuard(testkit.DiscardLog(), l, NewReplicas("", replicas))
	g.now = func() time.Time { return now }
	return g, &now
}

func countAllowed(t *testing.T, g *Guard, scarce bool, b Bucket) (passed int) {
	t.Helper()
	for range 100 {
		if g.Allow(t.Context(), "subject", scarce, b).Allowed {
			passed++
		}
	}
	return passed
}

func TestWithoutRedisAShareIsAllowed(t *testing.T) {
	bucket := Bucket{Key: "b", Rate: Rate{Every: time.Minute, Burst: 24}}
	for name, c := range map[string]struct {
		replicas int
		scarce   bool
		want     int
	}{
		"alone":                      {1, false, 24},
		"one of three":               {3, false, 8},
		"what costs money":           {1, true, 6},
		"what costs money, of three": {3, true, 2},
		"of very many":               {100, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			g, clock := newGuardWithoutRedis(t, c.replicas)
			if got := countAllowed(t, g, c.scarce, bucket); got != c.want {
				t.Errorf("%d passed, want %d", got, c.want)
			}
			d := g.Allow(t.Context(), "subject", c.scarce, bucket)
			if d.Allowed || d.RetryAfter <= 0 || d.RefusedBy.Key != "b" {
				t.Errorf("%+v", d)
			}
			*clock = clock.Add(d.RetryAfter)
			if got := countAllowed(t, g, c.scarce, bucket); got != 1 {
				t.Errorf("%d passed after the wait", got)
			}
		})
	}
}

func TestWithoutRedisConcurrentRequestsAreLimited(t *testing.T) {
	g, _ := newGuardWithoutRedis(t, 1)
	request := make([]Bucket, 500) // many, so that requests meet
	for i := range request {
		request[i] = Bucket{Key: strconv.Itoa(i), Rate: Rate{Every: time.Hour, Burst: 10}}
	}
	var passed atomic.Int32
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			if g.runLocally(allow, 1, "subject", request).Allowed {
				passed.Add(1)
			}
		})
	}
	all.Wait()
	if passed.Load() != 10 {
		t.Errorf("%d passed", passed.Load())
	}
}

func TestWithoutRedisSubjectsAreSeparate(t *testing.T) {
	g, _ := newGuardWithoutRedis(t, 1)
	bucket := Bucket{Key: "b", Rate: Rate{Every: time.Hour, Burst: 1}}
	for _, subject := range []string{"one", "other"} {
		if d := g.Allow(t.Context(), subject, false, bucket); !d.Allowed {
			t.Errorf("%s: %+v", subject, d)
		}
	}
}

// A client that leaves has no allowance of its own in the process.
func TestCanceledRequestIsCountedInRedis(t *testing.T) {
	g := NewGuard(testkit.DiscardLog(), newTestLimiter(t), NewReplicas("", 3))
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	bucket := Bucket{Key: testkit.UniqueName("exact"), Rate: Rate{Every: time.Hour, Burst: 20}}
	for range 10 {
		g.Allow(gone, "subject", false, bucket)
	}
	if d := g.Allow(t.Context(), "subject", false, bucket); d.Remaining != 9 {
		t.Errorf("%+v, want 9 left", d)
	}
}

// A few late answers among many are no outage; a second of which one call in ten fails is.
func TestFewFailuresDoNotTripBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // all within one second
		g := NewGuard(testkit.DiscardLog(), nil, NewReplicas("", 1))
		defer g.buckets.StopAllGoroutines()
		take := func(n int, err error) {
			for range n {
				_, _ = g.breaker.Execute(func() (Decision, error) { return Decision{}, err })
			}
		}
		take(200, nil)
		take(20, context.DeadlineExceeded)
		if state := g.breaker.State(); state != gobreaker.StateClosed {
			t.Errorf("after 20 failures of 220 calls it is %s", state)
		}
		take(10, context.DeadlineExceeded)
		if state := g.breaker.State(); state != gobreaker.StateOpen {
			t.Errorf("after 30 failures of 230 calls it is %s", state)
		}
	})
}

func TestGuardIsExactWithRedis(t *testing.T) {
	g := NewGuard(testkit.DiscardLog(), newTestLimiter(t), NewReplicas("", 3))
	bucket := Bucket{Key: testkit.UniqueName("exact"), Rate: Rate{Every: time.Hour, Burst: 10}}
	for left := 9; left >= 0; left-- {
		if d := g.Allow(t.Context(), "subject", true, bucket); !d.Allowed || d.Remaining != left {
			t.Fatalf("%+v, want %d left", d, left)
		}
	}
	if g.Allow(t.Context(), "subject", true, bucket).Allowed {
		t.Error("one too many")
	}
}
