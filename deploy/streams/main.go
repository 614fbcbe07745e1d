// Command streams opens many streams of what changes in the gallery at a running local platform,
// and prints as Markdown what they cost its gateway and how soon a publication reaches all of them.
//
//	local run --empty -- streams [--open 5000,15000] [--idle 60s] [--publications 10]
package main

import (
	"context"
	"errors"
	"flag"
	"strconv"
	"strings"
	"time"

	"mcwick.example/platform/lifecycle"
)

func main() { lifecycle.RunCommand("streams", run) }

type options struct {
	open         []int // how many streams, point by point
	idle         time.Duration
	publications int
}

func run(ctx context.Context, arguments []string) error {
	flags := flag.NewFlagSet("streams", flag.ContinueOnError)
	open := flags.String("open", "5000,15000", "numbers of open streams to measure at, rising")
	o := options{}
	flags.DurationVar(&o.idle, "idle", time.Minute, "how long idle streams are measured")
	flags.IntVar(&o.publications, "publications", 10, "how many pictures are published at each point")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	for text := range strings.SplitSeq(*open, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || len(o.open) > 0 && n <= o.open[len(o.open)-1] {
			return errors.New("--open takes rising numbers")
		}
		o.open = append(o.open, n)
	}
	return measure(ctx, o)
}
