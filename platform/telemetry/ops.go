package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"mcwick.example/platform/lifecycle"
)

// The readiness check runs on a timer, so that a probe costs nothing and a slow check cannot pile
// up.
const (
	checkInterval = time.Second
	checkTimeout  = 500 * time.Millisecond
	firstTimeout  = 10 * time.Second // until the program is ready, as a statement may take
	// in a row that end readiness: all replicas may be busy at once, and must not all leave
	maxCheckFailures = 3
)

// maxOperationsConnections is many times what the node's probes and Prometheus need.
const maxOperationsConnections = 256

// Ops is the operations port as a part: /livez answers 200 while the process runs, /readyz answers
// the last result of ready, /metrics has the rest. It is never reachable through the gateway. Put it
// near the top of the list of parts: it listens while the others start, is not ready before all of
// them have started, and not ready again before they stop.
func (t *Telemetry) Ops(addr string, ready func(ctx context.Context) error) lifecycle.Part {
	var isReady, isStopping atomic.Bool
	t.processMetrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "mcwick_ready", Help: "Whether /readyz says so, or the program is stopping, which may take minutes: 1 or 0.",
	}, func() float64 {
		if isReady.Load() || isStopping.Load() {
			return 1
		}
		return 0
	}))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if !isReady.Load() {
			http.Error(w, "not ready", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
	})
	// With OpenMetrics a latency bucket carries the id of a trace that fell into it.
	mux.Handle("GET /metrics", promhttp.HandlerFor(prometheus.Gatherers{t.processMetrics, t.meterMetrics},
		promhttp.HandlerOpts{EnableOpenMetrics: true}))

	part := lifecycle.HTTP("operations port", addr, maxOperationsConnections, mux)
	listen := part.Start
	var program context.Context
	part.Start = func(ctx context.Context, failed func(error)) error {
		program = ctx
		context.AfterFunc(ctx, func() { isStopping.Store(true) })
		return listen(ctx, failed)
	}
	part.Running = func() { go watchReadiness(program, t.Log, &isReady, ready) }
	return part
}

// watchReadiness keeps isReady true as long as ready succeeds now and then, until the program must
// stop. It logs why the program is not ready, once each time, at its start too.
func watchReadiness(
	ctx context.Context, log *slog.Logger, isReady *atomic.Bool, ready func(ctx context.Context) error,
) {
	logged, misses := false, 0 // since it was ready
	tick := time.NewTicker(checkInterval)
	defer tick.Stop()
	defer isReady.Store(false)
	check := func(timeout time.Duration) {
		budget, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		err := ready(budget)
		if err == nil {
			logged, misses = false, 0
			isReady.Store(true)
			return
		}
		if misses++; isReady.Load() && misses < maxCheckFailures {
			return
		}
		isReady.Store(false)
		if !logged && ctx.Err() == nil {
			log.WarnContext(ctx, "not ready", "error", err)
		}
		logged = true
	}
	// Until the first success check often.
	for !isReady.Load() {
		check(firstTimeout)
		select {
		case <-ctx.Done():
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			check(checkTimeout)
		}
	}
}
