// Command local runs the whole platform, or the parts of it that tests need, on one machine.
//
//	local run      everything; one address at the end
//	local dev      the same, with restarts on every saved file
//	local testenv  PostgreSQL, Redis and the broker for one command
//	local build    compile the services and the page
//	local broker   the embedded development broker, started by the others
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

var commands = map[string]func(ctx context.Context, arguments []string) error{
	"run":     run,
	"dev":     dev,
	"build":   build,
	"testenv": testenv,
	"broker":  broker,
}

func main() {
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: local run|dev|testenv|build|broker [flags] [-- command …]")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	err := commands[os.Args[1]](ctx, os.Args[2:])
	stop()
	os.Exit(code(err))
}

// code turns the outcome into an exit code: that of the command which was run, or 1 with a message
// for a failure of our own.
func code(err error) int {
	var failed commandFailed
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &failed):
		return int(failed)
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}
