package main

import (
	"fmt"
	"os"
	"strings"

	"gopkg.in/yaml.v3"
)

// field is one value of a values.yaml with what its comment says.
type field struct {
	name     string
	doc      string // the comment as one line
	more     schema // what the comment's line with @schema adds
	value    *yaml.Node
	children []field // of a mapping
}

// readFields reads the values of a file in their order.
func readFields(path string) ([]field, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return fields(document.Content[0])
}

// fields are the children of a mapping. What is merged into it comes first, and an own value takes
// its place.
func fields(mapping *yaml.Node) ([]field, error) {
	var all []field
	for i := 0; i < len(mapping.Content); i += 2 {
		key, value := mapping.Content[i], mapping.Content[i+1]
		if value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		var children []field
		if value.Kind == yaml.MappingNode {
			var err error
			if children, err = fields(value); err != nil {
				return nil, err
			}
		}
		if key.Value == "<<" {
			all = append(all, children...)
			continue
		}
		f := field{name: key.Value, value: value, children: children}
		if err := f.comment(key.HeadComment); err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		all = put(all, f)
	}
	return all, nil
}

// put adds f, or gives the field of its name another value.
func put(all []field, f field) []field {
	for i := range all {
		if all[i].name == f.name {
			all[i].value, all[i].children = f.value, f.children
			return all
		}
	}
	return append(all, f)
}

// comment takes the comment above a value apart. An empty line ends what is said of something else.
func (f *field) comment(text string) error {
	paragraphs := strings.Split(text, "\n\n")
	var words []string
	for line := range strings.Lines(paragraphs[len(paragraphs)-1]) {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "#"))
		if constraint, ok := strings.CutPrefix(line, "@schema "); ok {
			if err := yaml.Unmarshal([]byte(constraint), &f.more); err != nil {
				return err
			}
			continue
		}
		words = append(words, line)
	}
	f.doc = strings.TrimSpace(strings.Join(words, " "))
	return nil
}
