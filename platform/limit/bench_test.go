package limit

import (
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
)

// BenchmarkTake decides over five buckets, as a paid request does: in one round trip, beside the
// same five asked one after the other, which could not be all or none anyway. 32 callers at once;
// the bound is Redis' one thread.
func BenchmarkTake(b *testing.B) {
	l := newTestLimiter(b)
	prefix := testkit.UniqueName("bench")
	var next atomic.Int64
	buckets := func() []Bucket {
		caller := strconv.FormatInt(next.Add(1)%1000, 10)
		all := make([]Bucket, 5)
		for i := range all {
			all[i] = Bucket{Key: prefix + strconv.Itoa(i) + caller, Rate: Rate{Every: time.Microsecond, Burst: 1 << 30}}
		}
		return all
	}
	run := func(name string, take func([]Bucket) error) {
		b.Run(name, func(b *testing.B) {
			b.SetParallelism(16)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := take(buckets()); err != nil {
						b.Error(err)
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
	run("one script", func(all []Bucket) error {
		_, err := l.allow(b.Context(), "subject", all...)
		return err
	})
	run("one bucket at a time", func(all []Bucket) error {
		for _, one := range all {
			if _, err := l.allow(b.Context(), "subject", one); err != nil {
				return err
			}
		}
		return nil
	})
}
