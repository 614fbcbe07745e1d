// Command abusesim is a launch day with bots in the crowd: visitors and bots arrive at a running
// local platform by a seeded schedule and order pictures, each as its kind does. It prints who got
// what, and judges that against the same day without bots. `make abuse-sim` runs both on platforms
// of their own.
//
//	abusesim --out FILE [--seed N] [--for 60s] [--rate 6] [--bots=false]
//	abusesim --judge ALONE,WITH[,OLD] [--wait-ratio 1.5] [--honest-share 0.9]   # reports of earlier runs
package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"strings"
	"time"

	"mcwick.example/platform/lifecycle"
)

func main() { lifecycle.RunCommand("abusesim", run) }

type options struct {
	seed   uint64
	length time.Duration
	rate   float64
	bots   bool
	out    string
	judge  string
	targets
}

func parse(arguments []string) (o options, err error) {
	flags := flag.NewFlagSet("abusesim", flag.ContinueOnError)
	flags.Uint64Var(&o.seed, "seed", 1, "decides who arrives when, from where, and orders what")
	flags.DurationVar(&o.length, "for", time.Minute, "how long they arrive")
	flags.Float64Var(&o.rate, "rate", 6, "arrivals a second, bots included")
	flags.BoolVar(&o.bots, "bots", true, "false leaves the bots' arrivals out; the others stay the same")
	flags.StringVar(&o.out, "out", "", "the file of the report, as JSON")
	flags.StringVar(&o.judge, "judge", "",
		"judge reports of earlier runs, with commas between: without bots, with them and, if there is one, with them under earlier programs")
	flags.Float64Var(&o.waitRatio, "wait-ratio", 1.5, "how many times as long as without bots the honest may wait")
	flags.Float64Var(&o.honestShare, "honest-share", 0.9, "the part of the money that the honest must get")
	if err = flags.Parse(arguments); err == nil && (o.out == "") == (o.judge == "") {
		err = errors.New("either --out or --judge")
	}
	return o, err
}

func run(ctx context.Context, arguments []string) error {
	o, err := parse(arguments)
	if err != nil {
		return err
	}
	if o.judge != "" {
		return judgeFiles(strings.Split(o.judge, ","), o.targets, os.Stdout)
	}
	url := os.Getenv("MCWICK_URL")
	if url == "" {
		return errors.New("MCWICK_URL is empty: run this by make abuse-sim")
	}
	report := simulate(ctx, url, o)
	if err := ctx.Err(); err != nil {
		return err
	}
	report.print(os.Stdout)
	return report.write(o.out)
}
