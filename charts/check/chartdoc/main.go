// Command chartdoc writes what follows from the comments of the charts' values.yaml: a
// values.schema.json for each chart, which Helm checks every installation with, and the table of
// values in its README; and variables.txt, the environment variables that its program knows. It is
// run in the folder of the charts.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"gopkg.in/yaml.v3"
)

// library is the chart whose values all others begin with, and umbrella the one that has all others
// in it.
const (
	library  = "service"
	umbrella = "mcwick"
)

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, "chartdoc:", err)
		os.Exit(1)
	}
}

func generate() error {
	files, err := filepath.Glob("*/Chart.yaml")
	if err != nil {
		return err
	}
	shared, err := readFields(filepath.Join(library, "values.yaml"))
	if err != nil {
		return err
	}
	for _, file := range files {
		chart := filepath.Dir(file)
		if err := errors.Join(document(chart, shared), listVariables(chart)); err != nil {
			return fmt.Errorf("%s: %w", chart, err)
		}
	}
	return nil
}

// listVariables writes which variables a chart's program knows, by what the program says itself.
func listVariables(chart string) error {
	var program string
	switch chart {
	case library, umbrella:
		return nil
	case "gateway", "console":
		program = "./" + chart
	case "frontend":
		program = "./frontend/server"
	case "voice":
		program = "./deploy/demoai"
	default:
		program = "./services/" + chart
	}
	list := exec.Command("go", "run", program, "check-config", "variables")
	list.Dir, list.Stderr = "..", os.Stderr
	names, err := list.Output()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(chart, "variables.txt"), names, 0o644)
}

// document writes the schema and the table of one chart.
func document(chart string, shared []field) error {
	own, err := readFields(filepath.Join(chart, "values.yaml"))
	if err != nil {
		return err
	}
	var root schema
	switch chart {
	case library:
		root = object(shared)
	case umbrella:
		root, err = umbrellaSchema(own, shared)
	default:
		root = overlay(object(shared), own)
		root.properties()[library] = schema{"type": "object",
			"description": "The library's defaults; say the same at the top instead."}
	}
	if err != nil {
		return err
	}
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	text, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(chart, "values.schema.json"), append(text, '\n'), 0o644); err != nil {
		return err
	}
	return writeTable(filepath.Join(chart, "README.md"), own, object(shared))
}

// umbrellaSchema knows the umbrella's own values and that there are some for each of its charts,
// which have schemas of their own.
func umbrellaSchema(own, shared []field) (schema, error) {
	global := slices.IndexFunc(shared, func(f field) bool { return f.name == "global" })
	root := overlay(object(shared[global:global+1]), own)
	text, err := os.ReadFile(filepath.Join(umbrella, "Chart.yaml"))
	if err != nil {
		return nil, err
	}
	var chart struct {
		Dependencies []struct{ Name, Alias string }
	}
	if err := yaml.Unmarshal(text, &chart); err != nil {
		return nil, err
	}
	for _, d := range chart.Dependencies {
		name := d.Name
		if d.Alias != "" {
			name = d.Alias
		}
		root.properties()[name] = schema{"type": "object", "description": "Values of the chart " + d.Name + "."}
	}
	return root, nil
}
