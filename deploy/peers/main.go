// Command peers measures what a running local platform spends of its processors on one request, and
// beside it what others spend on the same bytes: a bare net/http handler, nginx and, where it was
// built, PocketBase. It prints a table as Markdown; make bench-peers runs it.
//
//	peers [--for 5s] [--rounds 3] [--only page] [--beside GATEWAY] [--pocketbase PROGRAM] [--alone]
//	      [--journey PROGRAM]
//	peers bare FILE ADDRESS   # the bare handler, started by the above
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"mcwick.example/platform/lifecycle"
)

func main() { lifecycle.RunCommand("peers", run) }

type options struct {
	platform    string // its address
	data        string
	length      time.Duration // of one run
	rounds      int
	connections int
	only        *regexp.Regexp
	beside      []string
	pocketBase  string
	alone       bool
	journey     string
}

func parse(arguments []string) (o options, err error) {
	o.platform, o.data = os.Getenv("MCWICK_URL"), os.Getenv("MCWICK_DATA")
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.DurationVar(&o.length, "for", 5*time.Second, "how long each run takes")
	flags.IntVar(&o.rounds, "rounds", 3, "how often each is measured; figures are medians")
	flags.IntVar(&o.connections, "connections", 64, "that are kept open")
	o.only = regexp.MustCompile("")
	flags.Func("only", "measure the works alone whose names match this", func(pattern string) (err error) {
		o.only, err = regexp.Compile(pattern)
		return err
	})
	flags.Func("beside", "a gateway of other sources, measured in turn with the platform's; may be repeated",
		func(program string) error { o.beside = append(o.beside, program); return nil })
	flags.StringVar(&o.pocketBase, "pocketbase", "", "the program of pocketbase/, if it is to be measured")
	flags.BoolVar(&o.alone, "alone", false, "measure the platform and no other server")
	flags.StringVar(&o.journey, "journey", "", "the program of tools/load, whose one visitor is to be measured too")
	if err = flags.Parse(arguments); err == nil && (o.platform == "" || o.data == "") {
		err = errors.New("MCWICK_URL and MCWICK_DATA are missing: run it by make bench-peers")
	}
	o.platform = strings.Replace(o.platform, "localhost", "127.0.0.1", 1)
	return o, err
}

func run(ctx context.Context, arguments []string) error {
	if len(arguments) == 3 && arguments[0] == "bare" {
		return serveBare(ctx, arguments[1], arguments[2])
	}
	o, err := parse(arguments)
	if err != nil {
		return err
	}
	thing, err := findPicture(ctx, o.platform)
	if err != nil {
		return err
	}
	var servers servers
	stop := func() {}
	if !o.alone {
		servers, stop, err = startPeers(ctx, o, thing)
	}
	defer stop()
	if err != nil {
		return err
	}
	table := report{}
	for range o.rounds {
		for _, w := range works(o, thing, servers) {
			if !o.only.MatchString(w.name) {
				continue
			}
			m, err := measure(ctx, o, w)
			if err != nil {
				return fmt.Errorf("%s at %s: %w", w.name, w.server, err)
			}
			table.add(w, m)
		}
		if w := journey(o); o.journey != "" && o.only.MatchString(w.name) {
			m, err := measureJourneys(ctx, o, w)
			if err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			table.add(w, m)
		}
	}
	fmt.Print(table.markdown(o))
	return nil
}
