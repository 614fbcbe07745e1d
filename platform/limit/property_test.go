package limit

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"mcwick.example/platform/testkit"
)

// The law of the limiter, with rates so slow that no time passes: a request is allowed when each of
// its buckets has room for its cost; then all of them are debited, else none, and the one that is
// named has no room. A peek decides the same and debits nothing; a refund is one allow less.
func TestRateLimitProperties(t *testing.T) {
	redis := newTestLimiter(t)
	guard, _ := newGuardWithoutRedis(t, 1)
	for name, run := range map[string]func(action, []Bucket) (Decision, error){
		"Redis": func(do action, b []Bucket) (Decision, error) {
			return redis.run(t.Context(), do, "subject", b)
		},
		"without a Redis": func(do action, b []Bucket) (Decision, error) {
			return guard.runLocally(do, 1, "subject", b), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				buckets := make([]Bucket, rapid.IntRange(1, 5).Draw(rt, "buckets"))
				for i := range buckets {
					buckets[i] = Bucket{Key: testkit.UniqueName("law"), Rate: Rate{
						Every: time.Duration(rapid.IntRange(1, 100).Draw(rt, "every")) * time.Hour,
						Burst: rapid.IntRange(1, 8).Draw(rt, "burst"),
					}}
				}
				used := map[string]int{}
				for range rapid.IntRange(1, 20).Draw(rt, "requests") {
					request := rapid.SliceOfNDistinct(rapid.SampledFrom(buckets), 1, -1,
						func(b Bucket) string { return b.Key }).Draw(rt, "request")
					allowed, left := true, -1
					room := map[string]int{}
					for _, b := range request {
						room[b.Key] = b.Rate.Burst - used[b.Key] - 1
						allowed = allowed && room[b.Key] >= 0
						if left < 0 || room[b.Key] < left {
							left = room[b.Key]
						}
					}
					do := rapid.SampledFrom([]action{allow, allow, peek, refund}).Draw(rt, "action")
					if do == refund {
						if d, err := run(refund, request); err != nil || !d.Allowed {
							rt.Fatalf("refund: %+v, %v", d, err)
						}
						for _, b := range request {
							used[b.Key] = max(used[b.Key]-1, 0)
						}
						continue
					}
					d, err := run(do, request)
					switch {
					case err != nil || d.Allowed != allowed:
						rt.Fatalf("%v: got %+v, %v; rooms %v", request, d, err, room)
					case allowed && d.Remaining != left:
						rt.Fatalf("%v: %d are left, want %d", request, d.Remaining, left)
					case !allowed && (room[d.RefusedBy.Key] >= 0 || d.RetryAfter <= 0):
						rt.Fatalf("%v: %+v names a bucket with room %d", request, d, room[d.RefusedBy.Key])
					}
					if allowed && do == allow {
						for _, b := range request {
							used[b.Key]++
						}
					}
				}
			})
		})
	}
}
