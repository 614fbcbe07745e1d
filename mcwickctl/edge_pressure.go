package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	gatewayv1 "mcwick.example/gateway/api/gateway/v1"
)

// maxLanes is how many networks the screen names.
const maxLanes = 20

// mergePressure adds the reports of all gateways up. They count devices and requests each for
// itself; the level and the age of the policy are those of the gateway with the most, and a lockdown
// is one at any.
func mergePressure(reports []*gatewayv1.PressureReport) *gatewayv1.PressureReport {
	sum := &gatewayv1.PressureReport{}
	lanes := map[string]*gatewayv1.LaneDevices{}
	refusals := map[[2]string]*gatewayv1.Refusal{}
	levels := map[int32]*gatewayv1.LevelChallenges{}
	for _, r := range reports {
		sum.Devices += r.GetDevices()
		if r.GetLevel() >= sum.GetLevel() {
			sum.Level, sum.LevelCause = r.GetLevel(), r.GetLevelCause()
		}
		if r.GetLockdownEndTime() != nil {
			sum.LockdownEndTime = r.GetLockdownEndTime()
		}
		if r.GetPolicyAge().AsDuration() >= sum.GetPolicyAge().AsDuration() {
			sum.PolicyAge = r.GetPolicyAge()
		}
		for _, l := range r.GetLanes() {
			into := entryOf(lanes, l.GetLane())
			into.Lane = l.GetLane()
			into.Devices += l.GetDevices()
			into.LastMinute += l.GetLastMinute()
		}
		for _, f := range r.GetRefusals() {
			into := entryOf(refusals, [2]string{f.GetRoute(), f.GetScope()})
			into.Route, into.Scope = f.GetRoute(), f.GetScope()
			into.Requests += f.GetRequests()
		}
		for _, c := range r.GetChallenges() {
			into := entryOf(levels, c.GetLevel())
			into.Level = c.GetLevel()
			into.Given += c.GetGiven()
			into.Accepted += c.GetAccepted()
			into.Refused += c.GetRefused()
		}
	}
	sum.Lanes = slices.SortedFunc(maps.Values(lanes), func(a, b *gatewayv1.LaneDevices) int {
		return cmp.Or(cmp.Compare(b.GetDevices(), a.GetDevices()), cmp.Compare(a.GetLane(), b.GetLane()))
	})
	sum.Lanes = sum.GetLanes()[:min(len(lanes), maxLanes)]
	sum.Refusals = slices.SortedFunc(maps.Values(refusals), func(a, b *gatewayv1.Refusal) int {
		return cmp.Or(cmp.Compare(b.GetRequests(), a.GetRequests()), cmp.Compare(a.GetRoute(), b.GetRoute()),
			cmp.Compare(a.GetScope(), b.GetScope()))
	})
	sum.Challenges = slices.SortedFunc(maps.Values(levels),
		func(a, b *gatewayv1.LevelChallenges) int { return cmp.Compare(a.GetLevel(), b.GetLevel()) })
	return sum
}

// entryOf returns the entry of a key, a new one at first.
func entryOf[K comparable, V any](all map[K]*V, key K) *V {
	if all[key] == nil {
		all[key] = new(V)
	}
	return all[key]
}

// showEdgePressure writes the gateways' part of the screen.
func showEdgePressure(w io.Writer, gateways int, r *gatewayv1.PressureReport) error {
	fmt.Fprintf(w, "\nGateways: %d. In the last ten minutes %d devices were made.\n", gateways, r.GetDevices())
	if r.GetLevel() == 0 {
		fmt.Fprintln(w, "Challenges: off.")
	} else {
		fmt.Fprintf(w, "Challenges: level %d, because of %s.\n", r.GetLevel(), cmp.Or(r.GetLevelCause(), "nothing known"))
	}
	lockdown := "none"
	if r.GetLockdownEndTime() != nil {
		lockdown = "until " + formatTime(r.GetLockdownEndTime())
	}
	fmt.Fprintf(w, "Lockdown: %s, as gateways knew %v ago.\n", lockdown,
		r.GetPolicyAge().AsDuration().Round(time.Second))
	devices := [][]string{{"LANE", "NEW DEVICES", "LAST MINUTE"}}
	for _, l := range r.GetLanes() {
		devices = append(devices, []string{l.GetLane(), number(l.GetDevices()), number(l.GetLastMinute())})
	}
	refusals := [][]string{{"ROUTE", "BY", "REFUSED"}}
	for _, f := range r.GetRefusals() {
		refusals = append(refusals, []string{f.GetRoute(), f.GetScope(), number(f.GetRequests())})
	}
	challenges := [][]string{{"LEVEL", "GIVEN", "SOLVED", "SHARE", "BAD SOLUTIONS"}}
	for _, c := range r.GetChallenges() {
		share := "-"
		if c.GetGiven() > 0 {
			share = fmt.Sprintf("%d %%", 100*c.GetAccepted()/c.GetGiven())
		}
		challenges = append(challenges, []string{number(c.GetLevel()), number(c.GetGiven()), number(c.GetAccepted()),
			share, number(c.GetRefused())})
	}
	for _, rows := range [][][]string{devices, refusals, challenges} {
		if len(rows) == 1 {
			continue
		}
		fmt.Fprintln(w)
		if err := table(w, rows); err != nil {
			return err
		}
	}
	return nil
}

func number(n int32) string { return strconv.Itoa(int(n)) }
