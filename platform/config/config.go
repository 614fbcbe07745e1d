// Package config fills a program's configuration from its environment and checks it before anything
// starts, so that all problems are reported at once.
package config

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// Secret is a text that never prints: not in logs, not in errors, not in dumps.
type Secret string

// String is always ***.
func (Secret) String() string { return "***" }

// GoString is always ***.
func (Secret) GoString() string { return "***" }

// MarshalText is always ***.
func (Secret) MarshalText() ([]byte, error) { return []byte("***"), nil }

// Reveal returns the text itself, for the one place that needs it.
func (s Secret) Reveal() string { return string(s) }

// Validator is a configuration with rules of its own; it reports all broken ones, joined.
type Validator interface{ Validate() error }

// Load fills a T from the process's environment by its `env` tags and checks it. A variable NAME
// may also be given as NAME_FILE, the path of a file that holds it: that is how mounted secrets
// come in.
func Load[T any]() (T, error) {
	return Parse[T](ProcessEnvironment())
}

// Parse is Load from an environment that is given, which stays as it is.
func Parse[T any](environment Environment) (T, error) {
	environment = maps.Clone(environment)
	var c T
	err := readFiles(&c, environment)
	err = errors.Join(err, env.ParseWithOptions(&c, env.Options{Environment: environment}))
	if r, ok := any(&c).(EnvironmentReader); ok {
		r.ReadEnvironment(environment)
	}
	if v, ok := any(&c).(Validator); ok {
		err = errors.Join(err, v.Validate())
	}
	if err != nil {
		return c, fmt.Errorf("configuration: %w", err)
	}
	return c, nil
}

// VariableLister is a configuration that reads variables of which only a file of its own knows the
// names.
type VariableLister interface{ Variables() []string }

// Summarizer is a configuration of which check-config shows more than that it is complete.
type Summarizer interface{ Summary() string }

// variables are the names that a T is filled from, in order.
func variables[T any]() ([]string, error) {
	var c T
	fields, err := env.GetFieldParams(&c)
	var names []string
	if n, ok := any(&c).(VariableLister); ok {
		names = n.Variables()
	}
	for _, field := range fields {
		if field.Key != "" {
			names = append(names, field.Key)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}

// readFiles adds each NAME that c has and that is given as NAME_FILE, unless NAME is there itself.
func readFiles(c any, environment map[string]string) error {
	variables, err := env.GetFieldParams(c)
	for _, v := range variables {
		path := environment[v.Key+"_FILE"]
		if path == "" {
			continue
		}
		if environment[v.Key] != "" {
			delete(environment, v.Key+"_FILE") // reading it again would return another value
			continue
		}
		value, unreadable := readValue(path)
		err = errors.Join(err, unreadable)
		environment[v.Key] = value
	}
	return err
}

// Check is the sub-command check-config: it loads a T, says so and starts nothing. As `check-config
// variables` it lists the names of all variables that a T is filled from instead, one a line.
func Check[T any](context.Context) error {
	switch more := os.Args[2:]; {
	case slices.Equal(more, []string{"variables"}):
		names, err := variables[T]()
		fmt.Println(strings.Join(names, "\n"))
		return err
	case len(more) > 0:
		return fmt.Errorf("usage: %s check-config [variables]", os.Args[0])
	}
	c, err := Load[T]()
	if err != nil {
		return err
	}
	if s, ok := any(&c).(Summarizer); ok {
		fmt.Print(s.Summary())
	}
	fmt.Println("the configuration is complete")
	return nil
}
