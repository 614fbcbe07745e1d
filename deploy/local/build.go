package main

import (
	"context"

	"mcwick.example/deploy/local/internal/console"
	"mcwick.example/deploy/local/internal/stack"
)

// build compiles the services and the page without starting anything.
func build(ctx context.Context, arguments []string) error {
	o, err := parse("build", arguments)
	if err != nil {
		return err
	}
	st, err := stack.New(o.Settings)
	if err != nil {
		return err
	}
	return st.Build(ctx, console.ForTerminal())
}
