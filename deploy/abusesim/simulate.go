package main

import (
	"context"
	"sync"
	"time"

	"mcwick.example/deploy/internal/visitor"
	"mcwick.example/deploy/internal/wait"
)

// lateness is how long arrivals may still wait for their pictures after the last one has come.
const lateness = time.Minute

// simulate lets everybody arrive, and reports what became of them.
func simulate(ctx context.Context, url string, o options) report {
	arrivals := schedule(o.seed, o.length, o.rate, o.bots)
	ctx, cancel := context.WithTimeout(ctx, o.length+lateness)
	defer cancel()
	var (
		mu       sync.Mutex
		outcomes []outcome
		visits   sync.WaitGroup
	)
	farmDevices := map[string]browser{} // the farm keeps its cookies
	began := time.Now()
	for _, a := range arrivals {
		if !wait.Sleep(ctx, time.Until(began.Add(a.at))) {
			break
		}
		b := browser{visitor.New(url, a.address)}
		if a.kind == farm {
			if known, ok := farmDevices[a.address]; ok {
				b = known
			}
			farmDevices[a.address] = b
		}
		visits.Go(func() {
			result := visit(ctx, b, a)
			mu.Lock()
			defer mu.Unlock()
			outcomes = append(outcomes, result)
		})
	}
	visits.Wait()
	return newReport(o, outcomes)
}
