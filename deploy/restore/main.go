// Command restore-drill proves that a platform comes back from its backups. It fills a local
// platform with clients, backs it up while they go on, loses PostgreSQL, Kafka, Redis and the
// objects, restores to a moment, does what the runbook has an operator do, and lets the judge of
// deploy/chaos say whether anything is lost that was acknowledged before that moment. `make
// restore-drill` runs it.
//
//	restore-drill [--data .local/restore-drill] [--offset 3000] [--seed N] [--clients 16] [--without TEXT]
package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"mcwick.example/platform/lifecycle"
)

func main() { lifecycle.RunCommand("restore-drill", run) }

type options struct {
	data    string
	offset  int
	seed    uint64
	clients int
	without string
	hold    string
}

func parse(arguments []string) (o options, err error) {
	flags := flag.NewFlagSet("restore-drill", flag.ContinueOnError)
	flags.StringVar(&o.data, "data", ".local/restore-drill", "folder of the platform, which is removed first")
	flags.IntVar(&o.offset, "offset", 3000, "of the platform's ports")
	flags.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()%1_000_000),
		"decides what clients do; a new one each time when absent")
	flags.IntVar(&o.clients, "clients", 16, "how many use the platform at a time")
	flags.StringVar(&o.without, "without", "",
		"leave out the operator's commands with this text in them, such as 'gallery'; 'all' for all: the judge must find it")
	flags.StringVar(&o.hold, "hold", "", "used by the drill itself: write down where the platform is, and let it run")
	return o, flags.Parse(arguments)
}

func run(ctx context.Context, arguments []string) error {
	o, err := parse(arguments)
	if err != nil {
		return err
	}
	if o.hold != "" {
		return hold(ctx, o.hold)
	}
	d, err := begin(ctx, o)
	if err != nil {
		return err
	}
	defer d.end()
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"fill the platform, and back it up meanwhile", d.fill},
		{"note a moment with events, jobs and calls under way", d.note},
		{"use it on, and end sessions and pictures", d.continueVisitors},
		{"lose PostgreSQL, Kafka, Redis and the objects", d.destroyPlatform},
		{"restore to the moment", d.restore},
		{"put right what the databases do not know", d.repairAfterRestore},
		{"open to visitors", d.open},
		{"judge", d.checkPlatform},
	} {
		fmt.Printf("%6.1f s  %s\n", time.Since(d.began).Seconds(), step.name)
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	d.report()
	return nil
}
