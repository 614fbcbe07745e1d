package main

import (
	"context"
	_ "embed" // the requests
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"mcwick.example/deploy/internal/processes"
	"mcwick.example/deploy/internal/wait"
)

// measurement is what one run found.
type measurement struct {
	rate float64                  // answers a second
	cpu  map[string]time.Duration // for one answer, by the name of the program
}

//go:embed wrk/request.lua
var requestScript string

var (
	answersOf = regexp.MustCompile(`(\d+) requests in ([\d.]+m?s)`)
	refusals  = regexp.MustCompile(`(?:Non-2xx or 3xx responses|Socket errors): .*`)
)

// measure runs wrk against a server and divides the time that each of its programs was on a
// processor by the answers.
func measure(ctx context.Context, o options, w work) (m measurement, err error) {
	script := filepath.Join(o.data, "request.lua")
	if err := os.WriteFile(script, []byte(requestScript), 0o600); err != nil {
		return m, err
	}
	load := func(length time.Duration) (string, error) {
		arguments := []string{"--threads", "1", "--connections", strconv.Itoa(o.connections), "--duration",
			strconv.Itoa(int(length.Seconds())), "--script", script, w.url, "--", w.method, w.body}
		out, err := exec.CommandContext(ctx, "wrk", append(arguments, w.headers...)...).CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("wrk: %w\n%s", err, out)
		}
		if refused := refusals.FindString(string(out)); refused != "" {
			return "", fmt.Errorf("wrk: %s", refused)
		}
		return string(out), nil
	}
	if _, err := load(time.Second); err != nil { // connections, caches
		return m, err
	}
	before, err := awaitQuiet(ctx, w)
	if err != nil {
		return m, err
	}
	out, err := load(o.length)
	if err != nil {
		return m, err
	}
	after, err := awaitQuiet(ctx, w)
	if err != nil {
		return m, err
	}
	found := answersOf.FindStringSubmatch(out)
	if found == nil {
		return m, fmt.Errorf("wrk says %q", out)
	}
	answers, _ := strconv.Atoi(found[1]) // digits
	lasted, err := time.ParseDuration(found[2])
	if err != nil || answers == 0 {
		return m, fmt.Errorf("wrk says %q", out)
	}
	m.rate, m.cpu = float64(answers)/lasted.Seconds(), spent(w, before, after, answers)
	return m, nil
}

// spent is the time that each program of a work was on a processor between two looks, for one answer.
func spent(w work, before, after map[running]time.Duration, answers int) map[string]time.Duration {
	all := map[string]time.Duration{}
	for of, total := range after {
		if !slices.Contains(w.programs, of.program) {
			continue // it does something of its own
		}
		if spent := (total - before[of]) / time.Duration(answers); spent >= time.Microsecond {
			all[of.program] += spent
		}
	}
	return all
}

// awaitQuiet waits until the programs of a work have done what was put off, such as events of likes, for ten
// seconds at most, and returns the processor times of then: what a request leaves to be done is its own.
func awaitQuiet(ctx context.Context, w work) (map[running]time.Duration, error) {
	const look = 500 * time.Millisecond
	last := cpuTimes()
	for range 20 {
		if !wait.Sleep(ctx, look) {
			return nil, ctx.Err()
		}
		now := cpuTimes()
		var busy time.Duration
		for _, part := range spent(w, last, now, 1) {
			busy += part
		}
		if last = now; busy < look/10 {
			break
		}
	}
	return last, nil
}

// journeys are how many visitors one measurement of a journey has, one after the other.
const journeys = 10

// measureJourneys lets tools/load walk its journey, and divides the time of each program by the visitors.
func measureJourneys(ctx context.Context, o options, w work) (m measurement, err error) {
	before, err := awaitQuiet(ctx, w)
	if err != nil {
		return m, err
	}
	began := time.Now()
	for range journeys {
		if out, err := exec.CommandContext(ctx, o.journey, "-once", "-url", o.platform).CombinedOutput(); err != nil {
			return m, fmt.Errorf("%w\n%s", err, out)
		}
	}
	lasted := time.Since(began)
	after, err := awaitQuiet(ctx, w)
	if err != nil {
		return m, err
	}
	return measurement{journeys / lasted.Seconds(), spent(w, before, after, journeys)}, nil
}

// running is a process that ran during a measurement.
type running struct {
	id      int
	program string
}

// cpuTimes are those of all programs that the platform's own starter has started, this command's
// included. All are the starter's descendants, so nothing else on the machine is counted.
func cpuTimes() map[running]time.Duration {
	all, starter := processes.All(), os.Getppid()
	for all[starter].Name != "local" && starter > 1 {
		starter = all[starter].Parent
	}
	times := map[running]time.Duration{}
	for id, p := range all {
		if (processes.Platform{Supervisor: starter}).Includes(id, all) {
			times[running{id, p.Name}] = p.CPU
		}
	}
	return times
}
