package main

import (
	"testing"
	"time"

	"mcwick.example/platform/fault"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
)

// Verifies CHAL-6.
func TestPressureMakesTheLevel(t *testing.T) {
	for _, c := range []struct {
		wait, ratio float64
		want        int
	}{{0, 0, 0}, {10, 1, 0}, {10.1, 0, 1}, {0, 1.1, 1}, {31, 0, 2}, {0, 3.1, 2}, {11, 3.1, 2}, {91, 0, 3}, {0, 6.1, 3},
		{271, 0, 4}, {0, 9.1, 4}, {1e9, 10, 4}} {
		if got := levelOf(&generationv1.Pressure{WaitSeconds: c.wait, BudgetRatio: c.ratio}); got != c.want {
			t.Errorf("wait %v s, ratio %v: level %d, want %d", c.wait, c.ratio, got, c.want)
		}
	}
}

// Verifies CHAL-6.
func TestLevelRisesAtOnceAndFallsSlowly(t *testing.T) {
	var d difficulty
	start := time.Now()
	for _, c := range []struct {
		at           time.Duration
		wanted, want int
	}{{0, 2, 2}, {time.Second, 3, 3}, {2 * time.Second, 0, 3}, {easeAfter, 0, 3}, {time.Second + easeAfter, 0, 2},
		{2*time.Second + easeAfter, 0, 2}, {time.Second + 2*easeAfter, 1, 1}, {2 * time.Minute, 0, 0},
		{3 * time.Minute, 0, 0}, {3*time.Minute + time.Second, 1, 1}} {
		if d.adjust(c.wanted, start.Add(c.at)); d.level() != c.want {
			t.Errorf("after %s, wanted %d: %d, want %d", c.at, c.wanted, d.level(), c.want)
		}
	}
}

// Verifies CHAL-6.
func TestLevelStaysWhileThePressureIsUnknown(t *testing.T) {
	w := newEnvironment(t)
	w.services.pressure = &generationv1.Pressure{WaitSeconds: 100}
	refresh := func() int {
		if err := w.gateway.difficulty.refresh(t.Context()); err != nil {
			t.Error(err)
		}
		return w.gateway.difficulty.level()
	}
	if got := refresh(); got != 3 || w.gateway.activity.level != 3 {
		t.Errorf("level %d, operators see %d", got, w.gateway.activity.level)
	}
	w.services.set(fault.ErrUnavailable)
	if got := refresh(); got != 3 {
		t.Errorf("level %d without an answer", got)
	}
}
