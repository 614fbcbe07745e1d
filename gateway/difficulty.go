package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

const (
	pressureInterval = 2 * time.Second
	// easeAfter is how long the pressure must stay lower before the level goes down by one: an
	// attack that pauses must not be free when it returns.
	easeAfter = 30 * time.Second
)

// pressureLevels are the bounds above which the level is 1, 2, 3 and 4. The first of the budget is
// where shares of money begin to bind: visitors of shared networks need evidence by then.
var pressureLevels = struct {
	budget [4]float64       // what was spent of the hour's money in proportion to the plan
	wait   [4]time.Duration // of a job that is queued now
}{
	budget: [4]float64{1, 3, 6, 9},
	wait:   [4]time.Duration{10 * time.Second, 30 * time.Second, 90 * time.Second, 270 * time.Second},
}

// difficulty is the level of challenges that the pressure on money and workers asks for, from 0,
// where nothing has to be solved, to 4. All gateways ask the same service, so they agree.
type difficulty struct {
	generation generationv1.GenerationServiceClient
	log        *slog.Logger
	report     func(level int, cause string)
	current    atomic.Int32

	mu      sync.Mutex
	highAt  time.Time // when the pressure last asked for the current level
	unknown bool      // it was not answered the last time
}

func (d *difficulty) level() int { return int(d.current.Load()) }

// refresh asks for the pressure. Without an answer the level stays: the service that does not
// answer accepts no jobs either.
func (d *difficulty) refresh(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pressureInterval)
	defer cancel()
	pressure, err := d.generation.GetPressure(ctx, &generationv1.GetPressureRequest{})
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil {
		if !d.unknown {
			d.log.WarnContext(ctx, "the pressure is unknown, the level of challenges stays", "level", d.level(), "error", err)
		}
		d.unknown = true
		return nil
	}
	d.unknown = false
	d.adjust(levelOf(pressure), time.Now())
	d.report(d.level(), fmt.Sprintf("wait %.0f s, budget ratio %.2f", pressure.GetWaitSeconds(), pressure.GetBudgetRatio()))
	return nil
}

// adjust goes up at once, and down one level at a time. The caller holds the lock.
func (d *difficulty) adjust(wanted int, now time.Time) {
	switch current := d.level(); {
	case wanted >= current:
		d.current.Store(int32(wanted))
		d.highAt = now
	case now.Sub(d.highAt) >= easeAfter:
		d.current.Store(int32(current - 1))
		d.highAt = now
	}
}

func levelOf(p *generationv1.Pressure) (level int) {
	wait := time.Duration(p.GetWaitSeconds() * float64(time.Second))
	for i := range pressureLevels.wait {
		if wait > pressureLevels.wait[i] || p.GetBudgetRatio() > pressureLevels.budget[i] {
			level = i + 1
		}
	}
	return level
}
