package provider

import (
	_ "embed" // the default providers
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"mcwick.example/platform/aiprovider/providersfile"
)

// Config names the providers. Keys and addresses come from the variables that the file names.
type Config struct {
	// File says who is asked for what, at which price; the default is providers.yaml beside this file.
	File string `env:"AI_PROVIDERS_FILE"`
}

//go:embed providers.yaml
var defaultFile []byte

// renamed are variables of older releases, and where the file has what they said.
var renamed = map[string]string{
	"AI_IMAGE_MODEL": "tasks.picture[0].model", "AI_IMAGE_DIALECT": "tasks.picture[0].dialect", "AI_IMAGE_QUALITY": "tasks.picture[0].quality",
	"AI_IMAGE_TIMEOUT": "tasks.picture[0].timeout", "AI_CHAT_MODEL": "tasks.script[0].model", "AI_CHAT_DIALECT": "tasks.script[0].dialect",
	"AI_CHAT_TIMEOUT": "tasks.script[0].timeout", "AI_SPEECH_MODEL": "tasks.speech[0].model", "AI_SPEECH_TIMEOUT": "tasks.speech[0].timeout",
	"AI_MODERATION": "tasks.moderation, where an empty list is off", "AI_PRICES_FILE": "the price of each model",
}

// Read gives the providers file.
func (c Config) Read() (providersfile.File, error) {
	if c.File != "" {
		return providersfile.Read(c.File)
	}
	return providersfile.Parse(defaultFile)
}

// Validate tells what is wrong with the file, with keys and addresses, and which variables are of an older release.
func (c Config) Validate() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(renamed)) {
		if os.Getenv(name) != "" {
			errs = append(errs, fmt.Errorf("%s is not read any more: AI_PROVIDERS_FILE has it as %s", name, renamed[name]))
		}
	}
	file, err := c.Read()
	if err != nil {
		return errors.Join(append(errs, fmt.Errorf("AI_PROVIDERS_FILE: %w", err))...)
	}
	_, _, err = file.Servers()
	return errors.Join(append(errs, err)...)
}

// Variables are those that the file names, for lists of what a program reads.
func (c Config) Variables() []string {
	file, err := c.Read()
	if err != nil {
		return nil
	}
	return file.Variables()
}

// Summary shows the chains and what is to be done about them.
func (c Config) Summary(now time.Time, composer bool) string {
	file, err := c.Read()
	if err != nil {
		return "" // Validate tells
	}
	servers, _, _ := file.Servers()
	last := "composer: draws what no model draws\n"
	if !composer {
		last = "composer: switched off\n"
	}
	return file.Summary(servers, now) + last
}
