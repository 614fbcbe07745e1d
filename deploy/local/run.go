package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/stack"
	"mcwick.example/deploy/local/internal/supervisor"
	"mcwick.example/deploy/local/ports"
)

const defaultData = ".local" // mcwickctl looks there too

// options are the flags of run and dev.
type options struct {
	stack.Settings
	empty   bool
	command []string
}

func parse(name string, arguments []string) (options, error) {
	var o options
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.StringVar(&o.Data, "data", defaultData, "folder of everything that is kept")
	flags.IntVar(&o.Port, "port", 0, "port of the site (default 8080 plus the offset)")
	flags.IntVar(&o.Offset, "offset", 0, "added to every port, so that several platforms can run")
	flags.BoolVar(&o.Pooled, "pgbouncer", false, "let the services' queries go through PgBouncer, in transaction mode")
	flags.BoolVar(&o.Kafka, "apache-kafka", false,
		"Apache Kafka in place of the built-in broker, where Java and Maven are")
	flags.BoolVar(&o.Secure, "secure", false,
		"as in a cluster: certificates between programs, TLS to databases and Redis, serving roles and, with --apache-kafka, names at the broker")
	flags.IntVar(&o.Replicas, "replicas", 1,
		"of each service and the gateway; with more than one, connections go through proxies that can be told to break")
	flags.StringVar(&o.Last, "last", "",
		"source tree of another release, its programs in bin/, that replicas can be told to run")
	flags.BoolVar(&o.FromLast, "from-last", false, "start as that release, and be upgraded when told")
	flags.BoolVar(&o.empty, "empty", false, "leave a fresh data folder without demo pictures and names")
	if err := flags.Parse(arguments); err != nil {
		return options{}, err
	}
	if o.FromLast && o.Last == "" {
		return options{}, errors.New("--from-last needs --last")
	}
	if o.Last != "" && o.Replicas < 2 {
		return options{}, errors.New("--last needs --replicas 2")
	}
	if o.command = flags.Args(); len(o.command) > 0 { // after "--"
		if err := stack.ForgetProviders(); err != nil {
			return options{}, err
		}
	}
	o.Key = stack.KeyFromEnvironment()
	return o, nil
}

// run starts the whole platform and keeps it running until Ctrl-C, or for as long as one command
// takes.
func run(ctx context.Context, arguments []string) error {
	o, err := parse("run", arguments)
	if err != nil {
		return err
	}
	return withPlatform(ctx, o, func(ctx context.Context, p *platform) error {
		p.out.Plain(p.welcome())
		err := p.seed(ctx)
		if len(o.command) == 0 {
			if err != nil && ctx.Err() == nil {
				p.out.Warn("%v", err) // the page is there all the same
			}
			<-ctx.Done()
			return nil
		}
		if err == nil {
			err = command(ctx, o.command, p.stack.CommandEnvironment())
		}
		if err != nil {
			p.out.Progress("the lines of all parts are in %s", p.stack.Folder("logs"))
		}
		return err
	})
}

// platform is everything while it runs.
type platform struct {
	options
	stack *stack.Stack
	sup   *supervisor.Supervisor
	out   *console.Console
}

// withPlatform starts everything, calls do, and stops everything. A second Ctrl-C ends all at once.
func withPlatform(ctx context.Context, o options, do func(context.Context, *platform) error) error {
	st, err := stack.New(o.Settings)
	if err != nil {
		return err
	}
	release, err := st.Lock()
	if err != nil {
		return err
	}
	defer release()
	if err := ports.Check(st.Ports()); err != nil {
		return err
	}
	out := console.ForTerminal()
	sup, err := supervisor.New(out, st.Folder("logs"), len(o.command) > 0)
	if err != nil {
		return err
	}
	closeTraces, err := st.ServeTraces()
	if err != nil {
		return err
	}
	defer closeTraces()
	closeNetwork, err := st.ServeNetwork(sup, out)
	if err != nil {
		return err
	}
	defer closeNetwork()
	defer func() {
		defer killOnSignal(sup)()
		out.Progress("stopping")
		sup.StopAll()
		out.Progress("stopped")
	}()
	err = st.Up(ctx, sup, out)
	if err == nil {
		err = do(ctx, &platform{options: o, stack: st, sup: sup, out: out})
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil // Ctrl-C is how one stops it
	}
	return err
}

func killOnSignal(sup *supervisor.Supervisor) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		if _, again := <-signals; again {
			sup.KillAll()
		}
	}()
	return func() { signal.Stop(signals); close(signals) }
}

func (p *platform) welcome() string {
	return fmt.Sprintf("\n  McWick is lit:  %s\n\n  %s\n  %s\n  Moderators work at %s\n  Every request's way: %s/debug/trace/   Stop: Ctrl-C\n\n", p.stack.URL(), p.stack.ConfiguredProviders(), p.operators(), p.stack.ConsoleURL(), p.stack.URL())
}

// operators says how to be one of them.
func (p *platform) operators() string {
	where := ""
	if p.Data != defaultData {
		where = " --data " + p.Data
	}
	return fmt.Sprintf("Operators are %s, their tokens in %s: bin/mcwickctl wall queue --as %s%s",
		strings.Join(stack.Operators, " and "), p.stack.Folder("secrets"), stack.Operators[0], where)
}
