package limit

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
)

func newTestLimiter(t testing.TB) *Limiter {
	t.Helper()
	return open(t, testkit.Redis(t))
}

// open is a limiter that is exact however busy the machine is.
func open(t testing.TB, url string) *Limiter {
	t.Helper()
	l, err := Open(url, TLS{}, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Client.Close() })
	return l
}

func (l *Limiter) allow(ctx context.Context, subject string, buckets ...Bucket) (Decision, error) {
	return l.run(ctx, allow, subject, buckets)
}

func TestConcurrentRequestsGetExactlyTheBurst(t *testing.T) {
	l := newTestLimiter(t)
	bucket := Bucket{Key: testkit.UniqueName("race"), Rate: Rate{Every: time.Hour, Burst: 25}}
	var passed atomic.Int32
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			d, err := l.allow(t.Context(), "subject", bucket)
			if err != nil {
				t.Error(err)
			}
			if d.Allowed {
				passed.Add(1)
			}
		})
	}
	all.Wait()
	if passed.Load() != 25 {
		t.Errorf("%d passed", passed.Load())
	}
}

// Verifies LIMIT-17.
func TestRefusalDebitsNothing(t *testing.T) {
	l := newTestLimiter(t)
	wide := Bucket{Key: testkit.UniqueName("wide"), Rate: Rate{Every: time.Hour, Burst: 2}}
	narrow := Bucket{Key: testkit.UniqueName("narrow"), Rate: Rate{Every: time.Hour, Burst: 1}}
	take := func(b ...Bucket) Decision {
		d, err := l.allow(t.Context(), "subject", b...)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if !take(wide, narrow).Allowed {
		t.Fatal("the first was refused")
	}
	for range 3 {
		if d := take(wide, narrow); d.Allowed || d.RefusedBy.Key != narrow.Key || d.RetryAfter < 59*time.Minute ||
			d.RetryAfter > time.Hour {
			t.Errorf("%+v", d)
		}
	}
	if !take(wide).Allowed || take(wide).Allowed {
		t.Error("the refusals debited the wide bucket")
	}
}

// What a release before this one counted, and what a Redis forgets, is one burst more and no other
// harm.
// Verifies LIMIT-17.
func TestEvictedBucketsAllowOneBurst(t *testing.T) {
	l := newTestLimiter(t)
	const burst = 5
	subject, bucket := testkit.UniqueName("subject"), Bucket{Key: "b", Rate: Rate{Every: time.Hour, Burst: burst}}
	passed := func() (n int) {
		for range 2 * burst {
			d, err := l.allow(t.Context(), subject, bucket)
			if err != nil {
				t.Fatal(err)
			}
			if d.Allowed {
				n++
			}
		}
		return n
	}
	if err := l.Client.Set(t.Context(), "{limit}:"+bucket.Key, time.Now().Add(burst*time.Hour).UnixMicro(),
		time.Minute).Err(); err != nil {
		t.Fatal(err)
	}
	if n := passed(); n != burst {
		t.Errorf("%d passed beside a bucket of the last release", n)
	}
	if err := l.Client.Del(t.Context(), redisKey(subject, bucket)).Err(); err != nil {
		t.Fatal(err)
	}
	if n := passed(); n != burst {
		t.Errorf("%d passed after the bucket was forgotten", n)
	}
}

// What was counted before the clock of Redis stepped back, or a limit became narrower, costs one burst
// at most.
// Verifies LIMIT-40.
func TestBucketsOweNoMoreThanTheirBurst(t *testing.T) {
	l := newTestLimiter(t)
	const burst = 1000
	for _, do := range []action{allow, peek, refund} {
		t.Run(string(do), func(t *testing.T) {
			subject := testkit.UniqueName("subject")
			bucket := Bucket{Key: "b", Rate: Rate{Every: time.Minute, Burst: burst}}
			key, longest := redisKey(subject, bucket), burst*time.Minute
			ahead := time.Now().Add(10 * longest)
			if err := l.Client.Set(t.Context(), key, ahead.UnixMicro(), 10*longest).Err(); err != nil {
				t.Fatal(err)
			}
			d, err := l.run(t.Context(), do, subject, []Bucket{bucket})
			if err != nil || d.Allowed != (do == refund) || d.RetryAfter > bucket.Rate.Every {
				t.Errorf("%+v, %v", d, err)
			}
			stored, err := l.Client.Get(t.Context(), key).Int64()
			if err != nil || time.UnixMicro(stored).After(time.Now().Add(longest)) {
				t.Errorf("stored is %v, %v", time.UnixMicro(stored), err)
			}
			if left := l.Client.PTTL(t.Context(), key).Val(); left > longest+time.Second {
				t.Errorf("it is kept for %v", left)
			}
		})
	}
}

func TestUnreachableRedisFailsFast(t *testing.T) {
	l, err := Open("redis://127.0.0.1:1", TLS{}, Timeout)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Client.Close()
	if d, err := l.allow(t.Context(), "subject",
		Bucket{Key: "x", Rate: Rate{Every: time.Second, Burst: 1}}); err == nil || d.Allowed {
		t.Errorf("%+v, %v", d, err)
	}
}

// A new limit reaches one gateway after the other: what the wider one allows is not room in the other's eyes.
func TestTwoLimitsDoNotFreeEachOther(t *testing.T) {
	l := newTestLimiter(t)
	for name, rates := range map[string][2]Rate{
		"sizes":     {{Every: time.Hour, Burst: 5}, {Every: time.Hour, Burst: 2}},
		"durations": {{Every: time.Hour, Burst: 5}, {Every: 10 * time.Minute, Burst: 5}},
	} {
		subject, allowed := testkit.UniqueName(name), 0
		for range 20 {
			for _, rate := range rates {
				d, err := l.allow(t.Context(), subject, Bucket{Key: "k", Rate: rate})
				if err != nil {
					t.Fatal(err)
				}
				if d.Allowed {
					allowed++
				}
			}
		}
		if allowed != rates[0].Burst+rates[1].Burst {
			t.Errorf("%s: %d pass", name, allowed)
		}
	}
}
