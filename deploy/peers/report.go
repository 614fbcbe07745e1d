package main

import (
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// report is the table of all works, in the order in which they were measured first.
type report struct{ rows []row }

type row struct {
	work
	runs []measurement
}

func (r *report) add(w work, m measurement) {
	i := slices.IndexFunc(r.rows, func(known row) bool { return known.name == w.name && known.server == w.server })
	if i < 0 {
		i = len(r.rows)
		r.rows = append(r.rows, row{work: w})
	}
	r.rows[i].runs = append(r.rows[i].runs, m)
}

// markdown is the table for docs/reports/peers.md.
func (r *report) markdown(o options) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured %s on %d × %s, load generator included; medians of %d runs of %s over %d connections.\n\n",
		time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), processor(), o.rounds, o.length, o.connections)
	fmt.Fprintln(&b, "| Work | Server | CPU per request | of which | requests/s |\n|---|---|---|---|---|")
	for _, row := range r.rows {
		total := median(row.runs, func(m measurement) float64 {
			var sum time.Duration
			for _, spent := range m.cpu {
				sum += spent
			}
			return float64(sum)
		})
		fmt.Fprintf(&b, "| %s | %s | %.0f µs | %s | %.0f |\n", row.name, row.server, total/1e3, parts(row.runs),
			median(row.runs, func(m measurement) float64 { return m.rate }))
	}
	return b.String()
}

// parts are the programs that took two microseconds or more of it, where there are several.
func parts(runs []measurement) string {
	programs := map[string]bool{}
	for _, m := range runs {
		for program := range m.cpu {
			programs[program] = true
		}
	}
	var said []string
	for _, program := range slices.Sorted(maps.Keys(programs)) {
		spent := median(runs, func(m measurement) float64 { return float64(m.cpu[program]) }) / 1e3
		if spent >= 2 {
			said = append(said, fmt.Sprintf("%s %.0f", program, spent))
		}
	}
	if len(said) < 2 {
		return ""
	}
	return strings.Join(said, ", ")
}

func median(runs []measurement, of func(measurement) float64) float64 {
	all := make([]float64, len(runs))
	for i, m := range runs {
		all[i] = of(m)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// processor is the model of this machine's.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
