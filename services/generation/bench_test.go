package main

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
)

// BenchmarkAcceptedToProvider measures a job's way through an idle service: from the response that
// accepts it to the request at the provider. It includes a claim, the ledger's row and its fsync.
func BenchmarkAcceptedToProvider(b *testing.B) {
	w := newEnvironment(b)
	arrived := make(chan time.Time, 1)
	w.provider.respond = func(rw http.ResponseWriter, r *http.Request) {
		arrived <- time.Now()
		picture(rw, r)
	}
	var took []time.Duration
	for b.Loop() {
		if _, err := w.client.CreateJob(withVisitor(b.Context(), uuid.NewString()), surfing()); err != nil {
			b.Fatal(err)
		}
		accepted := time.Now()
		took = append(took, (<-arrived).Sub(accepted))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
