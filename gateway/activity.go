package main

import (
	"context"
	"strconv"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

const (
	// activityMinutes is how many minutes are remembered, the running one among them.
	activityMinutes = 10
	// maxActivityLanes bounds the lanes of one minute: devices of others count in all only.
	maxActivityLanes = 10_000
)

// activity is what visitors did at this replica in the last minutes, for operators and for alerts.
// It knows lanes as services do, by their keyed hash, and no address and no device.
type activity struct {
	metrics activityMetrics
	now     func() time.Time

	mu      sync.Mutex
	minutes [activityMinutes]activityMinute // minute n is at n modulo their number
	level   int                             // the current one of challenges
	cause   string                          // what made it so
}

// activityMinute is what happened in one minute.
type activityMinute struct {
	number     int64 // minutes since 1970
	devices    int   // that were made
	lanes      map[string]int
	refusals   map[refusedBy]int
	challenges map[int]int
	solutions  map[solutionCount]int
}

// refusedBy is what refused a request: a scope of the limits of a route.
type refusedBy struct{ route, scope string }

// solutionCount is what became of solutions of a level.
type solutionCount struct {
	level   int
	outcome string
}

func newActivity(now func() time.Time) *activity {
	a := &activity{now: now}
	a.metrics = newActivityMetrics(a)
	return a
}

// minute returns that of now, emptied when it was that of long ago. The caller holds the lock.
func (a *activity) minute() *activityMinute {
	number := a.now().Unix() / 60
	m := &a.minutes[number%activityMinutes]
	if m.number != number {
		*m = activityMinute{
			number: number, lanes: map[string]int{}, refusals: map[refusedBy]int{},
			challenges: map[int]int{}, solutions: map[solutionCount]int{},
		}
	}
	return m
}

// recordNewDevice counts a device that was made for a client of the lane.
func (a *activity) recordNewDevice(lane string) {
	a.metrics.devices.Add(context.Background(), 1)
	a.mu.Lock()
	defer a.mu.Unlock()
	m := a.minute()
	m.devices++
	if _, known := m.lanes[lane]; known || len(m.lanes) < maxActivityLanes {
		m.lanes[lane]++
	}
}

// recordRefusal counts a request that was over a limit of its route.
func (a *activity) recordRefusal(route, scope string) {
	a.metrics.refused.Add(context.Background(), 1, metric.WithAttributes(attribute.String("route", route),
		attribute.String("scope", scope)))
	a.mu.Lock()
	defer a.mu.Unlock()
	a.minute().refusals[refusedBy{route, scope}]++
}

// recordChallenge counts a challenge that was given out.
func (a *activity) recordChallenge(level int) {
	a.metrics.challenges.Add(context.Background(), 1,
		metric.WithAttributes(attribute.String("level", strconv.Itoa(level))))
	a.mu.Lock()
	defer a.mu.Unlock()
	a.minute().challenges[level]++
}

// recordSolution counts a solution by what became of it, such as solutionAccepted. The level of one
// that cannot be read is 0.
func (a *activity) recordSolution(level int, outcome string) {
	a.metrics.solutions.Add(context.Background(), 1, metric.WithAttributes(attribute.String("outcome", outcome)))
	a.mu.Lock()
	defer a.mu.Unlock()
	a.minute().solutions[solutionCount{level, outcome}]++
}

// setLevel says how difficult challenges are from now on, and why.
func (a *activity) setLevel(level int, cause string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.level, a.cause = level, cause
}

// busiestLane returns how many devices the lane with the most of them got, in the running minute or
// in the one before it.
func (a *activity) busiestLane() (most int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	running := a.minute().number
	for _, m := range a.minutes {
		if m.number < running-1 {
			continue
		}
		for _, n := range m.lanes {
			most = max(most, n)
		}
	}
	return most
}
