package main

import (
	"context"
	"fmt"
	"os/exec"
	"syscall"
	"time"

	"mcwick.example/deploy/internal/processes"
)

// fault is something that breaks, and how one hears of it.
type fault struct {
	name  string
	alert string // that must fire
	begin func(context.Context) error
	// seen sends a visitor's request and returns its trace id, if any, and the response that the
	// visitor sees.
	seen func(context.Context) (receipt, status string)
	end  func(context.Context) error
}

// faults are the six, in an order in which the earlier ones leave no alert that a later one waits
// for.
func faults(h testPlatform, c *visitors) []fault {
	frozen := func(name, alert string, seen func(context.Context) (string, string), match ...string) fault {
		var stopped []int
		return fault{name: name, alert: alert, seen: seen,
			begin: func(ctx context.Context) (err error) {
				stopped, err = h.Freeze(ctx, match...)
				return err
			},
			end: func(context.Context) error { return processes.Signal(stopped, syscall.SIGCONT) },
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
			seen:  func(ctx context.Context) (string, string) { return c.createMeme(ctx, "") },
			end:   func(ctx context.Context) error { return h.budget(ctx, "25") },
		},
	}
}

// failing is a provider that answers 500, to one wish after the other: a rate sees what grows
// between two looks, so failures that come all at once are none to it.
func failing(c *visitors) fault {
	const between = 2 * time.Second
	var mend context.CancelFunc
	createMeme := func(ctx context.Context) (receipt, status string) { return c.createMeme(ctx, "[demo:500]") }
	return fault{
		name: "the AI provider fails", alert: "ProviderFails", seen: createMeme,
		begin: func(ctx context.Context) error {
			ctx, mend = context.WithCancel(ctx)
			go func() {
				for ctx.Err() == nil {
					createMeme(ctx)
					time.Sleep(between)
				}
			}()
			return nil
		},
		end: func(context.Context) error { mend(); return nil },
	}
}

// testPlatform is the platform: where it keeps its data, and its processes.
type testPlatform struct {
	data string
	processes.Platform
}

// budget sets what may be spent today, in dollars, and waits until the metrics know.
func (h testPlatform) budget(ctx context.Context, dollars string) error {
	out, err := exec.CommandContext(ctx, "bin/mcwickctl", "budget", "set", dollars, "--as", "ada", "--note", "game day",
		"--data", h.data).CombinedOutput()
	if err != nil {
		return fmt.Errorf("set the budget: %w: %s", err, out)
	}
	time.Sleep(scrapeInterval)
	return nil
}
