// Package providersfile reads the file that names the AI providers: for each task the models to
// ask, in order, with their parameters, prices and known end dates. Its form is
// providers.schema.json.
package providersfile

import (
	"bytes"
	"cmp"
	_ "embed" // the schema
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// File is the whole file. What it leaves out has its default once it is parsed.
type File struct {
	Providers map[string]Provider `yaml:"providers"`
	Tasks     Tasks               `yaml:"tasks"`
}

// Tasks are the models of each task, the first choice first.
type Tasks struct {
	Picture    []Picture    `yaml:"picture"`
	Script     []Script     `yaml:"script"`
	Speech     []Speech     `yaml:"speech"`
	Moderation []Moderation `yaml:"moderation"`
}

// Provider is one server, and where its address and key come from.
type Provider struct {
	BaseURL         string `yaml:"baseURL"`
	BaseURLVariable string `yaml:"baseURLVariable"`
	KeyVariable     string `yaml:"keyVariable"`
	Algorithmic     bool   `yaml:"algorithmic"`
}

// Model is what the models of all tasks have.
type Model struct {
	Provider string        `yaml:"provider"`
	Model    string        `yaml:"model"`
	Timeout  time.Duration `yaml:"timeout"` // of one call; never 0 once parsed
	Source   string        `yaml:"source"`  // where the price was read, and when
	Sunset   Date          `yaml:"sunset"`
}

// Name tells the models of a task apart.
func (m Model) Name() string { return m.Provider + "/" + m.Model }

// Picture is a model that draws.
type Picture struct {
	Model   `yaml:",inline"`
	Dialect string `yaml:"dialect"` // current or legacy
	Quality string `yaml:"quality"`
	Price   struct {
		MicroUSD       int64 `yaml:"microUSD"`       // the most that one picture costs
		PromptMicroUSD int64 `yaml:"promptMicroUSD"` // a million tokens of its prompt
		OutputMicroUSD int64 `yaml:"outputMicroUSD"` // a million tokens of a picture; 0 when it is not paid by them
	} `yaml:"price"`
}

// Script is a model that writes.
type Script struct {
	Model           `yaml:",inline"`
	Dialect         string `yaml:"dialect"`
	ReasoningEffort string `yaml:"reasoningEffort"` // empty sends none
	ReasoningTokens int64  `yaml:"reasoningTokens"`
	Price           struct {
		InputMicroUSD  int64 `yaml:"inputMicroUSD"`  // a million tokens
		OutputMicroUSD int64 `yaml:"outputMicroUSD"` // a million tokens
	} `yaml:"price"`
}

// Speech is a model that speaks.
type Speech struct {
	Model `yaml:",inline"`
	Voice string `yaml:"voice"`
	Price struct {
		MicroUSD int64 `yaml:"microUSD"` // a million characters
	} `yaml:"price"`
}

// Moderation is a model that judges texts.
type Moderation struct {
	Model `yaml:",inline"`
}

// The defaults of a call's time. Models that moderate share what a check may take.
const (
	pictureTimeout = 110 * time.Second
	scriptTimeout  = 30 * time.Second
	speechTimeout  = 30 * time.Second
)

//go:embed providers.schema.json
var schemaText []byte

// Read returns the file at path.
func Read(path string) (File, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return File{}, err
	}
	f, err := Parse(b)
	if err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// Parse reads a file in YAML, or in JSON, which is YAML too. The error names every field that
// breaks the schema, by its path.
func Parse(b []byte) (f File, err error) {
	if err := checkSchema(b); err != nil {
		return f, err
	}
	d := yaml.NewDecoder(bytes.NewReader(b))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil {
		return f, err
	}
	f.setDefaults()
	return f, f.check()
}

// checkSchema holds the file to the schema. The schema's library reads JSON values, so the YAML
// becomes JSON first.
func checkSchema(b []byte) error {
	var document yaml.Node
	if err := yaml.Unmarshal(b, &document); err != nil {
		return err
	}
	datesToStrings(&document)
	var value any
	if err := document.Decode(&value); err != nil {
		return err
	}
	asJSON, err := json.Marshal(value)
	if err != nil {
		return err // a key that is no text
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		return err
	}
	schema, err := compileSchema()
	if err != nil {
		return err
	}
	return schema.Validate(instance)
}

// datesToStrings makes days the texts that they are in JSON.
func datesToStrings(n *yaml.Node) {
	if n.Tag == "!!timestamp" {
		n.Tag = "!!str"
	}
	for _, child := range n.Content {
		datesToStrings(child)
	}
}

// schemaID is the $id of the schema. A relative one would be resolved against the working
// directory, and stand in every error.
const schemaID = "https://mcwick.example/providers.schema.json"

func compileSchema() (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaText))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(schemaID, document); err != nil {
		return nil, err
	}
	return compiler.Compile(schemaID)
}

func (f *File) setDefaults() {
	for i := range f.Tasks.Picture {
		m := &f.Tasks.Picture[i]
		m.Timeout, m.Dialect = cmp.Or(m.Timeout, pictureTimeout), cmp.Or(m.Dialect, "current")
	}
	for i := range f.Tasks.Script {
		m := &f.Tasks.Script[i]
		m.Timeout, m.Dialect = cmp.Or(m.Timeout, scriptTimeout), cmp.Or(m.Dialect, "current")
	}
	for i := range f.Tasks.Speech {
		m := &f.Tasks.Speech[i]
		m.Timeout, m.Voice = cmp.Or(m.Timeout, speechTimeout), cmp.Or(m.Voice, "onyx")
	}
}

// check is what a schema cannot say: that tasks name providers that are there, no model of a task
// stands twice, and a picture that its tokens cost has a price to reserve: 0 means free.
func (f *File) check() error {
	var errs []error
	for task, models := range f.ByTask() {
		seen := map[string]bool{}
		for i, m := range models {
			if _, ok := f.Providers[m.Provider]; !ok {
				errs = append(errs, fmt.Errorf("tasks.%s[%d]: there is no provider %q", task, i, m.Provider))
			}
			if seen[m.Name()] {
				errs = append(errs, fmt.Errorf("tasks.%s[%d]: %s is there twice", task, i, m.Name()))
			}
			seen[m.Name()] = true
		}
	}
	for i, m := range f.Tasks.Picture {
		if m.Price.OutputMicroUSD > 0 && m.Price.MicroUSD == 0 {
			errs = append(errs, fmt.Errorf("tasks.picture[%d].price: outputMicroUSD needs microUSD above 0, "+
				"the most that one picture costs", i))
		}
	}
	return errors.Join(errs...)
}

// ByTask returns the models of each task by its name.
func (f *File) ByTask() map[string][]Model {
	all := map[string][]Model{}
	for _, m := range f.Tasks.Picture {
		all["picture"] = append(all["picture"], m.Model)
	}
	for _, m := range f.Tasks.Script {
		all["script"] = append(all["script"], m.Model)
	}
	for _, m := range f.Tasks.Speech {
		all["speech"] = append(all["speech"], m.Model)
	}
	for _, m := range f.Tasks.Moderation {
		all["moderation"] = append(all["moderation"], m.Model)
	}
	return all
}
