package limit

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"mcwick.example/platform/testkit"
)

func setup(t testing.TB) *Limiter {
	t.Helper()
	o, err := redis.ParseURL(testkit.Redis(t))
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(o)
	t.Cleanup(func() { c.Close() })
	return New(c)
}

func TestExactlyTheBurstPassesARace(t *testing.T) {
	l := setup(t)
	bucket := Bucket{Key: testkit.Unique("race"), Rate: Rate{Every: time.Hour, Burst: 25}}
	var passed atomic.Int32
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			d, err := l.Take(t.Context(), bucket)
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

func TestARefusalDebitsNothing(t *testing.T) {
	l := setup(t)
	wide := Bucket{Key: testkit.Unique("wide"), Rate: Rate{Every: time.Hour, Burst: 2}}
	narrow := Bucket{Key: testkit.Unique("narrow"), Rate: Rate{Every: time.Hour, Burst: 1}}
	take := func(b ...Bucket) Decision {
		d, err := l.Take(t.Context(), b...)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if !take(wide, narrow).Allowed {
		t.Fatal("the first was refused")
	}
	for range 3 {
		if d := take(wide, narrow); d.Allowed || d.Tight.Key != narrow.Key || d.Wait < 59*time.Minute || d.Wait > time.Hour {
			t.Errorf("%+v", d)
		}
	}
	if !take(wide).Allowed || take(wide).Allowed {
		t.Error("the refusals debited the wide bucket")
	}
}

func TestARedisThatIsGoneFailsFast(t *testing.T) {
	o, err := Options("redis://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(o)
	defer c.Close()
	if d, err := New(c).Take(t.Context(), Bucket{Key: "x", Rate: Rate{Every: time.Second, Burst: 1}}); err == nil || d.Allowed {
		t.Errorf("%+v, %v", d, err)
	}
}
