package provider

import (
	_ "embed" // the default providers
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"mcwick.example/platform/aiprovider/providersfile"
	"mcwick.example/platform/config"
)

// Config names the providers. Keys and URLs come from the variables that the file names.
type Config struct {
	// File has the models of each task and their prices; the default is providers.yaml beside this
	// file.
	File string `env:"AI_PROVIDERS_FILE"`
	// Composer says whether the composer draws the pictures that no AI model draws.
	Composer bool `env:"COMPOSER" envDefault:"true"`
	// Environment has the variables that the file names.
	Environment config.Environment `env:"-"`
}

//go:embed providers.yaml
var defaultFile []byte

// renamed maps variables of older releases to their place in the file.
var renamed = map[string]string{
	"AI_IMAGE_MODEL": "tasks.picture[0].model", "AI_IMAGE_DIALECT": "tasks.picture[0].dialect",
	"AI_IMAGE_QUALITY": "tasks.picture[0].quality",
	"AI_IMAGE_TIMEOUT": "tasks.picture[0].timeout", "AI_CHAT_MODEL": "tasks.script[0].model",
	"AI_CHAT_DIALECT": "tasks.script[0].dialect",
	"AI_CHAT_TIMEOUT": "tasks.script[0].timeout", "AI_SPEECH_MODEL": "tasks.speech[0].model",
	"AI_SPEECH_TIMEOUT": "tasks.speech[0].timeout",
	"AI_PRICES_FILE":    "the price of each model",
}

// tasks are the tasks of the file that are read here.
var tasks = []string{"picture", "script", "speech"}

// Read returns the providers file. Moderation in a file of an older release is ignored: the
// moderation service has a file of its own.
func (c Config) Read() (file providersfile.File, err error) {
	if c.File != "" {
		file, err = providersfile.Read(c.File)
	} else {
		file, err = providersfile.Parse(defaultFile)
	}
	file.Tasks.Moderation = nil
	return file, err
}

// Validate reports what is wrong with the file, the keys and the URLs, and which variables are of
// an older release.
func (c Config) Validate() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(renamed)) {
		if c.Environment[name] != "" {
			errs = append(errs, fmt.Errorf("%s is not read any more: AI_PROVIDERS_FILE has it as %s", name,
				renamed[name]))
		}
	}
	if c.Environment["AI_MODERATION"] != "" {
		errs = append(errs,
			errors.New("AI_MODERATION is not read any more: the moderation service has it as tasks.moderation of AI_MODERATION_FILE, where an empty list is off"))
	}
	file, err := c.Read()
	if err != nil {
		return errors.Join(append(errs, fmt.Errorf("AI_PROVIDERS_FILE: %w", err))...)
	}
	_, _, err = file.Servers(c.Environment)
	return errors.Join(append(errs, err)...)
}

// ReadEnvironment stores the environment that the file refers to.
func (c *Config) ReadEnvironment(e config.Environment) { c.Environment = e }

// Variables returns the variables that the file names, for the list of a program's settings.
func (c Config) Variables() []string {
	file, err := c.Read()
	if err != nil {
		return nil
	}
	return file.Variables()
}

// Summary describes the chains and what an operator has to do about them.
func (c Config) Summary() string {
	file, err := c.Read()
	if err != nil {
		return "" // Validate reports it
	}
	servers, _, _ := file.Servers(c.Environment)
	last := "composer: draws what no model draws\n"
	if !c.Composer {
		last = "composer: switched off\n"
	}
	return file.Summary(servers, time.Now(), tasks...) + last
}
