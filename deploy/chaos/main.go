// Command chaos breaks a running local platform by a seeded schedule while clients use it, and then
// judges the record of their calls and the rows of the databases. `make chaos` runs it on a
// platform of its own.
//
//	chaos [--seed N] [--for 60s] [--clients N]
//	chaos --judge .local/chaos/history-N.jsonl   # an earlier run, without a platform
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"mcwick.example/deploy/chaos/client"
	"mcwick.example/deploy/chaos/fault"
	"mcwick.example/deploy/chaos/history"
	"mcwick.example/deploy/chaos/rows"
	"mcwick.example/deploy/internal/processes"
	"mcwick.example/platform/lifecycle"
)

func main() { lifecycle.RunCommand("chaos", run) }

type options struct {
	seed    uint64
	length  time.Duration
	clients int
	upgrade bool
	judge   string
}

func parse(arguments []string) (o options, err error) {
	flags := flag.NewFlagSet("chaos", flag.ContinueOnError)
	flags.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()%1_000_000),
		"decides the faults and what clients do; a new one each time when absent")
	flags.DurationVar(&o.length, "for", time.Minute, "how long things break")
	flags.IntVar(&o.clients, "clients", 12, "how many use the platform at a time")
	flags.BoolVar(&o.upgrade, "upgrade", false,
		"the platform began as its last release: upgrade it after a third of the time")
	flags.StringVar(&o.judge, "judge", "",
		"judge the record of an earlier run, with the state beside it, and break nothing")
	return o, flags.Parse(arguments)
}

func run(ctx context.Context, arguments []string) error {
	o, err := parse(arguments)
	if err != nil {
		return err
	}
	if o.judge != "" {
		calls, state, err := load(o.judge)
		if err != nil {
			return err
		}
		return checkHistory(calls, state)
	}
	platform, err := rows.FromEnvironment()
	if err != nil {
		return err
	}
	if err := runFaults(ctx, o, platform); err != nil {
		return fmt.Errorf("seed %d: %w", o.seed, err)
	}
	return nil
}

// runFaults breaks the platform under load, and judges the record and the state after it. Both stay
// in files.
func runFaults(ctx context.Context, o options, platform rows.Platform) error {
	path := filepath.Join(platform.Data, fmt.Sprintf("history-%d.jsonl", o.seed))
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	record := history.NewRecorder(file)
	fmt.Printf("seed %d, %d clients, %s; the record is %s\n", o.seed, o.clients, o.length, path)

	visitors := client.New(os.Getenv("MCWICK_URL"), o.seed, o.clients+2, record)
	returning := client.NewReturning(visitors[o.clients], visitors[o.clients+1])
	visitors = visitors[:o.clients]
	tokens, wall, err := platform.Operators()
	if err != nil {
		return err
	}
	operators, err := client.NewOperators(wall, tokens, o.seed, record)
	if err != nil {
		return err
	}
	if o.upgrade {
		if err := returning.Settle(ctx); err != nil {
			return err
		}
	}
	if err := runClient(ctx, o, platform, visitors, operators); err != nil {
		return err
	}
	fmt.Println("nothing is broken any more; waiting until nothing is under way")
	if err := platform.AwaitQuiescence(ctx); err != nil {
		return err
	}
	served := client.VerifyLater(ctx, visitors)
	if o.upgrade {
		served = errors.Join(served, comeBack(ctx, returning, platform))
	}
	state, errState := platform.Read(ctx)
	calls, errCalls := record.Calls()
	if err := errors.Join(errState, errCalls); err != nil {
		return errors.Join(served, err)
	}
	return errors.Join(served, save(path, state), checkHistory(calls, state))
}

// comeBack does what visitors of before the upgrade do after it, and is an error when they are not who they were.
func comeBack(ctx context.Context, returning *client.Returning, platform rows.Platform) error {
	if broken := returning.Return(ctx); len(broken) > 0 {
		return fmt.Errorf("after the upgrade: %s", strings.Join(broken, "; "))
	}
	fmt.Println("the cookies of before the upgrade are who they were, with what they made")
	return platform.AwaitQuiescence(ctx)
}

// runClient lets clients use the platform while it breaks.
func runClient(
	ctx context.Context, o options, platform rows.Platform, visitors []*client.Visitor, operators *client.Operators,
) error {
	breaks := fault.Platform{
		Platform: processes.Platform{Supervisor: os.Getppid()}, Connect: platform.Connect,
		Control: fault.Control{URL: os.Getenv("MCWICK_CONTROL")},
		Data:    platform.Data,
	}
	programs, err := breaks.Control.Programs(ctx)
	if err != nil {
		return err
	}
	means := fault.Capabilities{Programs: programs, Disks: fault.Disks(platform.Data)}
	schedule := fault.Schedule
	if o.upgrade {
		schedule = fault.Upgrade
	}
	ctx, cancel := context.WithTimeout(ctx, o.length)
	defer cancel()
	broken := make(chan error, 1)
	go func() { broken <- fault.Run(ctx, breaks, schedule(o.seed, o.length, means), os.Stdout) }()
	var working sync.WaitGroup
	working.Go(func() { operators.Work(ctx) })
	for _, v := range visitors {
		working.Go(func() { v.Use(ctx) })
	}
	working.Wait()
	return <-broken
}

// checkHistory prints what happened and what was broken, and is an error when anything was.
func checkHistory(calls []history.Call, state history.State) error {
	counts := map[history.Operation]map[history.Outcome]int{}
	for _, c := range calls {
		if counts[c.Operation] == nil {
			counts[c.Operation] = map[history.Outcome]int{}
		}
		counts[c.Operation][c.Outcome]++
	}
	fmt.Printf("%-20s %13s %8s %8s\n", "calls", "acknowledged", "refused", "unknown")
	for _, operation := range slices.Sorted(maps.Keys(counts)) {
		n := counts[operation]
		fmt.Printf("%-20s %13d %8d %8d\n", operation, n[history.Acknowledged], n[history.Refused], n[history.Unknown])
	}
	fmt.Printf("rows: %d jobs, %d calls of the provider, %d publications, %d likes, %d events\n",
		len(state.Jobs), len(state.LedgerCalls), len(state.Publications), len(state.Likes), len(state.Events))
	for _, operation := range []history.Operation{history.Make, history.Publish, history.Like} {
		if counts[operation][history.Acknowledged] == 0 {
			return fmt.Errorf("no %s was acknowledged: a run without any shows nothing", operation)
		}
	}
	violations := history.Check(calls, state)
	if len(violations) == 0 {
		fmt.Println("every promise was kept")
		return nil
	}
	for _, v := range violations {
		fmt.Println("BROKEN", v)
	}
	return fmt.Errorf("%d promises were broken", len(violations))
}
