// Command gameday breaks a running local platform in six ways, one at a time, and tells for each
// which alert fires, what the trace of a visitor's request shows and which runbook the alert links
// to. `make gameday` runs it on a platform of its own, with the alert rules in a real Prometheus.
//
//	gameday [TEXT]   only the faults with the text in their name
//
// Only the waiting is changed: an alert whose condition must hold for minutes fires here after
// seconds.
package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"mcwick.example/deploy/internal/processes"
	"mcwick.example/platform/lifecycle"
)

// alertTimeout is how long a fault may go unnoticed.
const alertTimeout = 2 * time.Minute

// recoveryTimeout is how long visitors may get errors after a fault is repaired.
const recoveryTimeout = time.Minute

func main() { lifecycle.RunCommand("gameday", run) }

func run(ctx context.Context, arguments []string) error {
	url, data := os.Getenv("MCWICK_URL"), os.Getenv("MCWICK_DATA")
	if url == "" || data == "" {
		return fmt.Errorf("MCWICK_URL and MCWICK_DATA are missing: make gameday")
	}
	platform := testPlatform{data: data, Platform: processes.Platform{Supervisor: os.Getppid()}}
	watch, err := startPrometheus(ctx, data)
	if err != nil {
		return err
	}
	defer watch.Stop() //nolint:errcheck // nothing of it is kept
	crowd, err := arrive(ctx, url)
	if err != nil {
		return err
	}
	crowd.publish(ctx) // jobs and events that are counted, also on the data of an earlier day
	go crowd.browse(ctx)
	if err := watch.quiet(ctx, alertTimeout); err != nil {
		return fmt.Errorf("before anything is broken: %w", err)
	}
	if err := watch.verifyRecorded(ctx); err != nil {
		return err
	}
	fmt.Println("all is well; breaking things now")

	var missed []string
	for _, f := range faults(platform, crowd) {
		if len(arguments) > 0 && !strings.Contains(f.name, arguments[0]) {
			continue
		}
		if err := runFault(ctx, f, crowd, watch, data); err != nil {
			missed = append(missed, f.name+": "+err.Error())
			fmt.Printf("   NOT SEEN: %v\n", err)
		}
	}
	if err := crowd.verifyKept(ctx); err != nil {
		return err
	}
	if len(missed) > 0 {
		return fmt.Errorf("%d of the faults were not seen:\n  %s", len(missed), strings.Join(missed, "\n  "))
	}
	fmt.Println("\nevery fault had its alert")
	return nil
}

// runFault breaks one thing, waits for its alert, shows a trace from that time, repairs it, also
// when ctx ends, and waits until visitors are served.
func runFault(ctx context.Context, f fault, crowd *visitors, watch *prometheus, data string) (err error) {
	fmt.Printf("\n## %s\n", f.name)
	began := time.Now()
	if err := f.begin(ctx); err != nil {
		return err
	}
	defer func() {
		err = cmp.Or(err, f.end(context.WithoutCancel(ctx)), crowd.awaitLike(ctx))
	}()
	receipt, status := f.seen(ctx)
	fmt.Printf("   a visitor sees: %s\n", status)
	alert, others, err := watch.await(ctx, f.alert, alertTimeout)
	if err != nil {
		return err
	}
	fmt.Printf("   %s fires after %.0f s: %s\n", f.alert, time.Since(began).Seconds(), alert.Annotations["summary"])
	if len(others) > 0 {
		fmt.Printf("   beside it: %s\n", strings.Join(others, ", "))
	}
	fmt.Printf("   runbook: %s\n", alert.Annotations["runbook_url"])
	if receipt == "" {
		return nil
	}
	time.Sleep(scrapeInterval) // programs send their spans now and then
	trace, err := exec.CommandContext(ctx, "bin/mcwickctl", "trace", receipt, "--data", data).CombinedOutput()
	if err != nil {
		return fmt.Errorf("mcwickctl trace %s: %w: %s", receipt, err, trace)
	}
	fmt.Printf("   mcwickctl trace %s\n%s\n", receipt, indented(string(trace)))
	return nil
}

// traceLines is how much of a trace is shown.
const traceLines = 40

func indented(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) > traceLines {
		lines = append(lines[:traceLines], fmt.Sprintf("… and %d more", len(lines)-traceLines))
	}
	return "      " + strings.Join(lines, "\n      ")
}
