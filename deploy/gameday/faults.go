package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// fault is something that breaks, and how one hears of it.
type fault struct {
	name  string
	alert string // that must fire
	begin func(context.Context) error
	// seen asks as a visitor does and gives the receipt, if any, and what the visitor is told.
	seen func(context.Context) (receipt, told string)
	end  func(context.Context) error
}

// faults are the six, in an order in which the earlier ones leave no alert that a later one waits for.
func faults(h house, c *crowd) []fault {
	frozen := func(name, alert string, seen func(context.Context) (string, string), match ...string) fault {
		var stopped []int
		return fault{name: name, alert: alert, seen: seen,
			begin: func(ctx context.Context) (err error) {
				stopped, err = h.freeze(ctx, match...)
				return err
			},
			end: func(context.Context) error { return each(stopped, syscall.SIGCONT) },
		}
	}
	return []fault{
		frozen("the gallery hangs", "ServiceDown", c.like, "bin/gallery serve"),
		frozen("PostgreSQL hangs", "NotReady", c.like, "postgres: ", "bin/postgres "),
		frozen("Redis hangs", "LimiterWithoutRedis", c.like, "redis-server"),
		frozen("the broker hangs", "OutboxOld", c.publish, "local broker"),
		failing(c),
		{
			name: "the day's money is gone", alert: "BudgetGone",
			begin: func(ctx context.Context) error { return h.budget(ctx, "0") },
			seen:  func(ctx context.Context) (string, string) { return c.wish(ctx, "") },
			end:   func(ctx context.Context) error { return h.budget(ctx, "25") },
		},
	}
}

// failing is a provider that answers 500, to one wish after the other: a rate sees what grows between two looks, so failures that come all
// at once are none to it.
func failing(c *crowd) fault {
	const between = 2 * time.Second
	var mend context.CancelFunc
	wish := func(ctx context.Context) (receipt, told string) { return c.wish(ctx, "[demo:500]") }
	return fault{
		name: "the AI provider fails", alert: "ProviderFails", seen: wish,
		begin: func(ctx context.Context) error {
			ctx, mend = context.WithCancel(ctx)
			go func() {
				for ctx.Err() == nil {
					wish(ctx)
					time.Sleep(between)
				}
			}()
			return nil
		},
		end: func(context.Context) error { mend(); return nil },
	}
}

// house is the platform's processes, children of one supervisor.
type house struct {
	data       string
	supervisor int
}

// freeze stops every process below the supervisor whose command line has one of the texts in it, and gives those. It
// looks again until none goes on: a server may have made another one in the meantime, which would serve.
func (h house) freeze(ctx context.Context, texts ...string) (stopped []int, _ error) {
	for ctx.Err() == nil {
		going, still, err := h.find(texts)
		if err != nil {
			return nil, err
		}
		if len(going) == 0 {
			if len(still) == 0 {
				return nil, fmt.Errorf("no process of the platform is %q", texts)
			}
			return still, nil
		}
		if err := each(going, syscall.SIGSTOP); err != nil {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

// find gives the processes below the supervisor whose command line has one of the texts in it: those that go on, and
// those that are stopped.
func (h house) find(texts []string) (going, stopped []int, _ error) {
	entries, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, nil, err
	}
	parents, states := map[int]int{}, map[int]string{}
	for _, entry := range entries {
		stat, err := os.ReadFile(entry)
		if err != nil {
			continue // it has ended
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(entry)))
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		states[pid] = fields[0]
		parents[pid], _ = strconv.Atoi(fields[1])
	}
	for pid, state := range states {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		command := strings.ReplaceAll(string(line), "\x00", " ")
		wanted := slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(command, text) })
		switch {
		case !wanted || !h.ours(pid, parents):
		case state == "T":
			stopped = append(stopped, pid)
		default:
			going = append(going, pid)
		}
	}
	return going, stopped, nil
}

// ours reports whether a process comes from the supervisor.
func (h house) ours(pid int, parents map[int]int) bool {
	for ; pid > 1; pid = parents[pid] {
		if pid == h.supervisor {
			return true
		}
	}
	return false
}

func each(pids []int, s syscall.Signal) error {
	var errs []error
	for _, pid := range pids {
		if err := syscall.Kill(pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// budget sets what may be spent today, in dollars, and waits until the metrics know.
func (h house) budget(ctx context.Context, dollars string) error {
	out, err := exec.CommandContext(ctx, "bin/mcwickctl", "budget", "set", dollars, "--as", "ada", "--note", "game day", "--data", h.data).CombinedOutput()
	if err != nil {
		return fmt.Errorf("set the budget: %w: %s", err, out)
	}
	time.Sleep(scrapeEvery)
	return nil
}
