package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// pictureMicroUSD is the price of a picture in providers.yaml.
const pictureMicroUSD = 10_000

// group is what some of the arrivals got.
type group struct {
	Arrivals      int            `json:"arrivals"`
	Accepted      int            `json:"accepted"`
	Pictures      int            `json:"pictures"` // all of them
	Paid          int            `json:"paid"`     // of those, by the provider; the composer drew the others
	Solved        int            `json:"solved"`   // arrivals that sent a solution
	Median        time.Duration  `json:"medianWait"`
	P95           time.Duration  `json:"p95Wait"`
	Refusals      map[string]int `json:"refusals"`
	MostRefusals  int            `json:"mostRefusals"`  // of one arrival
	RefusedBeyond int            `json:"refusedBeyond"` // arrivals that were refused more than twice
	MicroUSD      int64          `json:"microUSD"`
}

// report is one run.
type report struct {
	Seed   uint64        `json:"seed"`
	Length time.Duration `json:"length"`
	Rate   float64       `json:"rate"`
	Bots   bool          `json:"bots"`
	// Groups are honest, bots, and each kind of both.
	Groups map[string]group `json:"groups"`
}

func newReport(o options, outcomes []outcome) report {
	r := report{Seed: o.seed, Length: o.length, Rate: o.rate, Bots: o.bots, Groups: map[string]group{}}
	members := map[string][]outcome{"honest": nil, "bots": nil}
	for _, one := range outcomes {
		all := "bots"
		if slices.Contains(honestKinds, one.kind) {
			all = "honest"
		}
		members[all] = append(members[all], one)
		members[string(one.kind)] = append(members[string(one.kind)], one)
	}
	for name, of := range members {
		r.Groups[name] = newGroup(of)
	}
	return r
}

func newGroup(outcomes []outcome) group {
	g := group{Arrivals: len(outcomes), Refusals: map[string]int{}}
	var waits []time.Duration
	for _, o := range outcomes {
		if o.state != "" {
			g.Accepted++
		}
		if o.solved {
			g.Solved++
		}
		for _, code := range o.refusals {
			g.Refusals[code]++
		}
		g.MostRefusals = max(g.MostRefusals, len(o.refusals))
		if len(o.refusals) > maxHonestRefusals {
			g.RefusedBeyond++
		}
		if o.state != "JOB_STATE_SUCCEEDED" {
			continue
		}
		g.Pictures++
		waits = append(waits, o.wait)
		if o.source == "ai" {
			g.Paid++
			g.MicroUSD += pictureMicroUSD
		}
	}
	slices.Sort(waits)
	g.Median, g.P95 = quantile(waits, 0.5), quantile(waits, 0.95)
	return g
}

// quantile is of sorted values; 0 without any.
func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// honestShare is the part of the money that honest visitors got; 1 when none was spent, which no target allows.
func (r report) honestShare() float64 {
	honest, bots := r.Groups["honest"].MicroUSD, r.Groups["bots"].MicroUSD
	if honest+bots == 0 {
		return 1
	}
	return float64(honest) / float64(honest+bots)
}

func (r report) write(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// rows are the groups in the order of the table.
var rows = []string{"honest", "home", "carrier", "bots", "flood", "subnet", "ipv6", "farm", "invalid"}

func (r report) print(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "who\tarrivals\tsolved\tpictures\tpaid\tmedian\tp95\t$\tmost refusals\trefusals")
	for _, name := range rows {
		g, ok := r.Groups[name]
		if !ok {
			continue
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%.1f s\t%.1f s\t%.2f\t%d\t%s\n", name, g.Arrivals, g.Solved, g.Pictures, g.Paid,
			g.Median.Seconds(), g.P95.Seconds(), float64(g.MicroUSD)/1e6, g.MostRefusals, refusalsText(g.Refusals))
	}
	t.Flush()
}

func refusalsText(refusals map[string]int) string {
	var parts []string
	for _, code := range slices.Sorted(maps.Keys(refusals)) {
		parts = append(parts, fmt.Sprintf("%s %d", code, refusals[code]))
	}
	return strings.Join(parts, ", ")
}
