// Package provider opens the models of moderation's providers file.
package provider

import (
	_ "embed" // the default providers
	"errors"
	"fmt"
	"time"

	"mcwick.example/platform/aiprovider/providersfile"
	"mcwick.example/platform/config"
)

// Config names the providers. Keys and URLs come from the variables that the file names.
type Config struct {
	// File says which models check texts; the default is providers.yaml beside this file.
	File string `env:"AI_MODERATION_FILE"`
	// Environment has the variables that the file names.
	Environment config.Environment `env:"-"`
}

//go:embed providers.yaml
var defaultFile []byte

// task is the only task of the providers file that is read here.
const task = "moderation"

func (c Config) read() (providersfile.File, error) {
	if c.File != "" {
		return providersfile.Read(c.File)
	}
	return providersfile.Parse(defaultFile)
}

// Validate reports what is wrong with the file, the keys and the URLs.
func (c Config) Validate() error {
	file, err := c.read()
	if err != nil {
		return fmt.Errorf("AI_MODERATION_FILE: %w", err)
	}
	var errs []error
	for other := range file.ByTask() {
		if other != task {
			errs = append(errs,
				fmt.Errorf("AI_MODERATION_FILE: tasks.%s is not read here: generation has it in AI_PROVIDERS_FILE",
					other))
		}
	}
	_, _, err = file.Servers(c.Environment)
	return errors.Join(append(errs, err)...)
}

// Variables returns the variables that the file names, for the list of a program's settings.
func (c Config) Variables() []string {
	file, err := c.read()
	if err != nil {
		return nil
	}
	return file.Variables()
}

// Summary describes the models and what an operator has to do about them.
func (c Config) Summary(now time.Time) string {
	file, err := c.read()
	if err != nil {
		return "" // Validate reports it
	}
	servers, _, _ := file.Servers(c.Environment)
	return file.Summary(servers, now, task)
}
