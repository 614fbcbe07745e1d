package limit

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
)

func newLeasingGuards(t *testing.T, replicas int) []*Guard {
	t.Helper()
	now := time.Now()
	all := make([]*Guard, replicas)
	for i := range all {
		all[i] = NewGuard(testkit.DiscardLog(), newTestLimiter(t), NewReplicas("", replicas))
		all[i].now = func() time.Time { return now } // no lease ends by itself
	}
	return all
}

func TestLeaseOf(t *testing.T) {
	for rate, want := range map[Rate]int{
		{Every: 50 * time.Millisecond, Burst: 200}:  20,  // what it refills in a second
		{Every: 5 * time.Millisecond, Burst: 600}:   60,  // a tenth of the burst
		{Every: time.Millisecond, Burst: 8000}:      100, // the most
		{Every: time.Second, Burst: 60}:             1,
		{Every: time.Hour, Burst: 1000}:             1,
		{Every: time.Millisecond, Burst: 5}:         1,
		{Every: 400 * time.Millisecond, Burst: 100}: 2,
	} {
		if got := leaseOf(rate); got != want {
			t.Errorf("%v: %d, want %d", rate, got, want)
		}
	}
}

// The law of leases. Over some replicas, a bucket lets through no more than its burst and what it
// refills meanwhile, however requests come: what leases hold was debited before. When it refuses,
// all of its burst was let through but for what other replicas still hold.
// Verifies LIMIT-32.
func TestLeaseProperties(t *testing.T) {
	const most = 3
	guards := newLeasingGuards(t, most)
	rapid.Check(t, func(rt *rapid.T) {
		replicas := guards[:rapid.IntRange(1, most).Draw(rt, "replicas")]
		buckets := make([]Bucket, rapid.IntRange(1, 3).Draw(rt, "buckets"))
		for i := range buckets {
			buckets[i] = Bucket{Key: testkit.UniqueName("lease"), Rate: Rate{
				Every: time.Duration(rapid.IntRange(50, 2000).Draw(rt, "every")) * time.Millisecond,
				Burst: rapid.IntRange(1, 60).Draw(rt, "burst"),
			}}
		}
		allowed := map[string]int{}
		began := time.Now()
		for range rapid.IntRange(1, 200).Draw(rt, "requests") {
			request := rapid.SliceOfNDistinct(rapid.SampledFrom(buckets), 1, -1,
				func(b Bucket) string { return b.Key }).Draw(rt, "request")
			d := rapid.SampledFrom(replicas).Draw(rt, "replica").AllowLeased(t.Context(), "subject", request...)
			if !d.Allowed {
				b := d.RefusedBy
				held := (len(replicas) - 1) * (leaseOf(b.Rate) - 1)
				if d.RetryAfter <= 0 || allowed[b.Key]+held < b.Rate.Burst {
					rt.Fatalf("%+v after %d of %d, with %d held elsewhere at most", d, allowed[b.Key], b.Rate.Burst, held)
				}
				continue
			}
			for _, b := range request {
				allowed[b.Key]++
				refilled := int(time.Since(began)/b.Rate.Every) + 1
				if most := b.Rate.Burst + refilled; allowed[b.Key] > most {
					rt.Fatalf("%s let %d through, %d at most", b.Key, allowed[b.Key], most)
				}
				if d.Remaining > b.Rate.Burst {
					rt.Fatalf("%d are left of %d", d.Remaining, b.Rate.Burst)
				}
			}
		}
	})
}

// What a replica holds while the bucket fills again is the most that it lets through beyond it.
// Verifies LIMIT-32.
func TestIdleLeaseExceedsBurstByItself(t *testing.T) {
	guards := newLeasingGuards(t, 2)
	rate := Rate{Every: 20 * time.Millisecond, Burst: 50}
	bucket := Bucket{Key: testkit.UniqueName("idle"), Rate: rate}
	for _, g := range guards {
		if d := g.AllowLeased(t.Context(), "subject", bucket); !d.Allowed {
			t.Fatalf("%+v", d)
		}
	}
	time.Sleep(time.Duration(2*leaseOf(rate)) * rate.Every) // the bucket is full
	began, allowed := time.Now(), 0
	for _, g := range guards {
		for g.AllowLeased(t.Context(), "subject", bucket).Allowed {
			allowed++
		}
	}
	most := rate.Burst + len(guards)*leaseOf(rate) + int(time.Since(began)/rate.Every) + 1
	if allowed < rate.Burst || allowed > most {
		t.Errorf("%d were let through, want %d to %d", allowed, rate.Burst, most)
	}
}

// Verifies LIMIT-32.
func TestConcurrentRequestsShareOneQuestion(t *testing.T) {
	metrics := metrictest.New(t)
	g := newLeasingGuards(t, 1)[0]
	bucket := Bucket{Key: testkit.UniqueName("shared"), Rate: Rate{Every: 10 * time.Millisecond, Burst: 1000}}
	var allowed atomic.Int32
	var all sync.WaitGroup
	for range leaseOf(bucket.Rate) {
		all.Go(func() {
			if g.AllowLeased(t.Context(), "subject", bucket).Allowed {
				allowed.Add(1)
			}
		})
	}
	all.Wait()
	requests := metrics.Read(t, "mcwick.limits.decided", "counter", "redis", "decision", "allowed").Value
	if want := int32(leaseOf(bucket.Rate)); allowed.Load() != want || requests != 1 {
		t.Errorf("%d of %d were allowed, Redis was asked %v times", allowed.Load(), want, requests)
	}
}

// Verifies LIMIT-32.
func TestConcurrentReplicasLetThroughNoMoreThanTheBurst(t *testing.T) {
	guards := newLeasingGuards(t, 3)
	rate := Rate{Every: 500 * time.Millisecond, Burst: 40}
	wide, began := Bucket{Key: testkit.UniqueName("wide"), Rate: rate}, time.Now()
	var allowed atomic.Int32
	var all sync.WaitGroup
	for i := range 300 {
		all.Go(func() {
			own := Bucket{Key: testkit.UniqueName(fmt.Sprint("own", i%20)), Rate: Rate{Every: time.Hour, Burst: 100}}
			if guards[i%3].AllowLeased(t.Context(), "subject", own, wide).Allowed {
				allowed.Add(1)
			}
		})
	}
	all.Wait()
	most := rate.Burst + int(time.Since(began)/rate.Every) + 1
	if n := int(allowed.Load()); n < rate.Burst-len(guards)*leaseOf(rate) || n > most {
		t.Errorf("%d were let through, %d at most", n, most)
	}
}

func TestLeasedRefusalGivesTokensBack(t *testing.T) {
	g := newLeasingGuards(t, 1)[0]
	wide := Bucket{Key: testkit.UniqueName("wide"), Rate: Rate{Every: 400 * time.Millisecond, Burst: 20}}
	narrow := Bucket{Key: testkit.UniqueName("narrow"), Rate: Rate{Every: time.Hour, Burst: 1}}
	if d := g.AllowLeased(t.Context(), "subject", wide, narrow); !d.Allowed || d.Remaining != 0 {
		t.Fatalf("%+v", d)
	}
	for range 30 {
		if d := g.AllowLeased(t.Context(), "subject", wide, narrow); d.Allowed || d.RefusedBy.Key != narrow.Key {
			t.Fatalf("%+v", d)
		}
	}
	if d := g.AllowLeased(t.Context(), "subject", wide); !d.Allowed || d.Remaining < 18 {
		t.Errorf("the refusals took tokens of the wide bucket: %+v", d)
	}
}

// Clients beyond their own limit ask Redis once for as long as it said, and hold up none of their network.
// Verifies LIMIT-36.
func TestRefusalIsRememberedForItsTime(t *testing.T) {
	metrics := metrictest.New(t)
	g := newLeasingGuards(t, 1)[0]
	now := time.Now()
	g.now = func() time.Time { return now }
	wide := Bucket{Key: testkit.UniqueName("wide"), Rate: Rate{Every: time.Millisecond, Burst: 1000}}
	narrow := Bucket{Key: testkit.UniqueName("narrow"), Rate: Rate{Every: time.Hour, Burst: 1}}
	other := Bucket{Key: testkit.UniqueName("other"), Rate: Rate{Every: time.Millisecond, Burst: 1000}}
	g.AllowLeased(t.Context(), "subject", narrow, wide)
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			d := g.AllowLeased(t.Context(), "subject", narrow, wide)
			if d.Allowed || d.RefusedBy.Key != narrow.Key || d.RetryAfter <= 59*time.Minute {
				t.Errorf("%+v", d)
			}
			if d := g.AllowLeased(t.Context(), "subject", other, wide); !d.Allowed {
				t.Errorf("another client of the network: %+v", d)
			}
		})
	}
	all.Wait()
	refused := func() float64 {
		return metrics.Read(t, "mcwick.limits.decided", "counter", "redis", "decision", "refused").Value
	}
	if n := refused(); n != 1 {
		t.Errorf("Redis refused %v times", n)
	}
	now = now.Add(time.Hour) // Redis has a clock of its own, and refuses again
	if d := g.AllowLeased(t.Context(), "subject", narrow, wide); d.Allowed || refused() != 2 {
		t.Errorf("when the time is over: %+v, Redis refused %v times", d, refused())
	}
}

func TestLeaseEndsWithItsTimeAndItsRate(t *testing.T) {
	g := newLeasingGuards(t, 1)[0]
	now := time.Now()
	g.now = func() time.Time { return now }
	bucket := Bucket{Key: testkit.UniqueName("ends"), Rate: Rate{Every: 100 * time.Millisecond, Burst: 50}}
	tokens := func() int { return g.leases.find(leaseKey{"subject", bucket.Key}, bucket.Rate).tokens }
	take := func(want int) {
		t.Helper()
		if d := g.AllowLeased(t.Context(), "subject", bucket); !d.Allowed || tokens() != want {
			t.Errorf("%+v, %d tokens are left, want %d", d, tokens(), want)
		}
	}
	take(4)
	take(3)
	now = now.Add(leaseTime)
	take(4) // new ones
	bucket.Rate.Burst = 30
	take(2)
	now = now.Add(leaseTime)
	g.AllowLeased(t.Context(), "other", bucket)
	now = now.Add(leaseTime)
	g.AllowLeased(t.Context(), "other", bucket)
	for _, remembered := range []map[leaseKey]*lease{g.leases.current, g.leases.former} {
		if of, is := remembered[leaseKey{"subject", bucket.Key}]; is {
			t.Errorf("%+v is remembered", of)
		}
	}
}

func TestLeasedWithoutRedisAShareIsAllowed(t *testing.T) {
	g, _ := newGuardWithoutRedis(t, 3)
	bucket := Bucket{Key: "b", Rate: Rate{Every: 10 * time.Millisecond, Burst: 24}}
	var allowed atomic.Int32
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if g.AllowLeased(t.Context(), "subject", bucket).Allowed {
				allowed.Add(1)
			}
		})
	}
	all.Wait()
	if allowed.Load() != 8 {
		t.Errorf("%d were let through, want a third of 24", allowed.Load())
	}
}

// A client that leaves takes no answer from those that wait for the same.
func TestLeavingClientDoesNotEndTheQuestion(t *testing.T) {
	g := newLeasingGuards(t, 1)[0]
	gone, leave := context.WithCancel(t.Context())
	leave()
	bucket := Bucket{Key: testkit.UniqueName("gone"), Rate: Rate{Every: 100 * time.Millisecond, Burst: 50}}
	if d := g.AllowLeased(gone, "subject", bucket); !d.Allowed || d.Remaining != 49 {
		t.Errorf("%+v", d)
	}
}
