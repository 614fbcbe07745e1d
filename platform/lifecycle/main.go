package lifecycle

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// Main runs the sub-command that the command line names and ends the process: with 0 when it
// succeeded, 1 when it failed, 2 when there is no such command. SIGINT and SIGTERM end its context.
// A command whose name ends in " …" may be given more, which it finds in os.Args[2:]; the others
// take nothing.
func Main(commands map[string]func(ctx context.Context) error) {
	var name string
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	command, ok := commands[name+" …"]
	if !ok && len(os.Args) == 2 {
		command, ok = commands[name]
	}
	if !ok {
		names := slices.Sorted(maps.Keys(commands))
		fmt.Fprintf(os.Stderr, "usage: %s %s\n", os.Args[0], strings.Join(names, "|"))
		os.Exit(2)
	}
	RunCommand(name, func(ctx context.Context, _ []string) error { return command(ctx) })
}

// RunCommand runs a command with the arguments of the command line. SIGINT and SIGTERM end its
// context. When it fails, its error is printed after the name and the process ends with 1.
func RunCommand(name string, run func(ctx context.Context, arguments []string) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}
