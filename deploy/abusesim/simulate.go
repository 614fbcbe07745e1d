package main

import (
	"context"
	"sync"
	"time"
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
	farmDevices := map[string]*browser{} // the farm keeps its cookies
	began := time.Now()
	for _, a := range arrivals {
		if !pause(ctx, time.Until(began.Add(a.at))) {
			break
		}
		b := newBrowser(url, a.address)
		if a.kind == farm {
			if known := farmDevices[a.address]; known != nil {
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
