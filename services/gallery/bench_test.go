package main

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

// BenchmarkLikeCall has clients like one picture over gRPC, as the gateway does. "refused" is the
// same call with an invalid id: the round trip alone.
//
// The round trip is the limit; docs/reports/gallery-likes.md has the figures and the profile.
func BenchmarkLikeCall(b *testing.B) {
	w := newEnvironment(b)
	liked := format(b, w.Database(b), 1)[0]
	var visitor atomic.Int64
	for _, clients := range []int{64, 1024} {
		for _, call := range []struct{ name, image string }{{"refused", "nonsense"}, {"liked", liked}} {
			b.Run(fmt.Sprintf("%s/%d clients", call.name, clients), func(b *testing.B) {
				b.SetParallelism(clients / runtime.GOMAXPROCS(0))
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						_, err := w.client.LikeImage(withVisitor(b.Context(), fmt.Sprint(visitor.Add(1))),
							&galleryv1.LikeImageRequest{ImageId: call.image})
						if (err == nil) != (uuid.Validate(call.image) == nil) {
							b.Error(err)
						}
					}
				})
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "likes/s")
			})
		}
	}
}
