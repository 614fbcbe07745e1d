// Command streams opens many streams of what changes in the gallery at a running local platform,
// and prints as Markdown what they cost its gateway and how soon a publication reaches all of them.
//
//	local run --empty -- streams [--open 5000,15000] [--clients 3] [--idle 60s] [--publications 10]
//	streams client FIRST COUNT   # some of the streams, in a process of its own, started by the above
package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"strconv"
	"strings"
	"time"

	"mcwick.example/platform/lifecycle"
)

func main() { lifecycle.RunCommand("streams", run) }

type options struct {
	open         []int // how many streams, point by point
	clients      int   // processes that hold them
	idle         time.Duration
	publications int
}

func run(ctx context.Context, arguments []string) error {
	if len(arguments) == 3 && arguments[0] == "client" {
		return serveClient(ctx, os.Getenv("MCWICK_URL"), arguments[1], arguments[2])
	}
	flags := flag.NewFlagSet("streams", flag.ContinueOnError)
	open := flags.String("open", "5000,15000", "numbers of open streams to measure at, rising")
	o := options{}
	flags.IntVar(&o.clients, "clients", 3, "processes that hold the streams")
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
