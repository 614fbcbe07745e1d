package main

import (
	"cmp"
	"maps"
	"slices"

	gatewayv1 "mcwick.example/gateway/api/gateway/v1"
)

// maxReportedLanes is how many lanes a report names.
const maxReportedLanes = 20

// report returns what happened in the minutes that are remembered.
func (a *activity) report() *gatewayv1.PressureReport {
	a.mu.Lock()
	defer a.mu.Unlock()
	running := a.minute().number
	report := &gatewayv1.PressureReport{Level: int32(a.level), LevelCause: a.cause}
	lanes := map[string]*gatewayv1.LaneDevices{}
	refusals := map[refusedBy]int{}
	levels := map[int]*gatewayv1.LevelChallenges{}
	for _, m := range a.minutes {
		if m.number <= running-activityMinutes {
			continue
		}
		report.Devices += int32(m.devices)
		addLanes(lanes, m.lanes, m.number == running-1)
		for by, n := range m.refusals {
			refusals[by] += n
		}
		addChallenges(levels, m)
	}
	report.Lanes = busiest(lanes)
	for by, n := range refusals {
		report.Refusals = append(report.Refusals,
			&gatewayv1.Refusal{Route: by.route, Scope: by.scope, Requests: int32(n)})
	}
	slices.SortFunc(report.GetRefusals(), func(a, b *gatewayv1.Refusal) int {
		return cmp.Or(cmp.Compare(b.GetRequests(), a.GetRequests()), cmp.Compare(a.GetRoute(), b.GetRoute()),
			cmp.Compare(a.GetScope(), b.GetScope()))
	})
	for _, level := range slices.Sorted(maps.Keys(levels)) {
		report.Challenges = append(report.Challenges, levels[level])
	}
	return report
}

// addLanes adds the devices of one minute; last says that it is the last full one.
func addLanes(all map[string]*gatewayv1.LaneDevices, devices map[string]int, last bool) {
	for lane, n := range devices {
		l := entryOf(all, lane)
		l.Lane = lane
		l.Devices += int32(n)
		if last {
			l.LastMinute = int32(n)
		}
	}
}

func addChallenges(all map[int]*gatewayv1.LevelChallenges, m activityMinute) {
	for level, n := range m.challenges {
		l := entryOf(all, level)
		l.Level = int32(level)
		l.Given += int32(n)
	}
	for solution, n := range m.solutions {
		l := entryOf(all, solution.level)
		l.Level = int32(solution.level)
		if solution.outcome == solutionAccepted {
			l.Accepted += int32(n)
		} else {
			l.Refused += int32(n)
		}
	}
}

// entryOf returns the entry of a key, a new one at first.
func entryOf[K comparable, V any](all map[K]*V, key K) *V {
	if all[key] == nil {
		all[key] = new(V)
	}
	return all[key]
}

// busiest returns the lanes with the most devices, the most first.
func busiest(lanes map[string]*gatewayv1.LaneDevices) []*gatewayv1.LaneDevices {
	all := slices.SortedFunc(maps.Values(lanes), func(a, b *gatewayv1.LaneDevices) int {
		return cmp.Or(cmp.Compare(b.GetDevices(), a.GetDevices()), cmp.Compare(a.GetLane(), b.GetLane()))
	})
	return all[:min(len(all), maxReportedLanes)]
}
