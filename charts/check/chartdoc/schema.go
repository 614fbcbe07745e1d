package main

import (
	"maps"

	"gopkg.in/yaml.v3"
)

// schema is a JSON schema.
type schema map[string]any

// properties are those of an object; they can be added to.
func (s schema) properties() map[string]any {
	if p, ok := s["properties"].(map[string]any); ok {
		return p
	}
	if p, ok := s["properties"].(schema); ok {
		return p
	}
	p := make(map[string]any)
	s["properties"] = p
	return p
}

// open tells that the comment itself says what may be in an object.
func (s schema) open() bool { return s["additionalProperties"] != nil || s["properties"] != nil }

// object is a closed object of fields: an unknown name is an error.
func object(all []field) schema {
	s := schema{"type": "object", "additionalProperties": false}
	for _, f := range all {
		s.properties()[f.name] = f.schema()
	}
	return s
}

// schema follows from the default value, the comment, and what the comment adds.
func (f field) schema() schema {
	s := schema{"type": kind(f.value)}
	if len(f.children) > 0 && !f.more.open() {
		s = object(f.children)
	}
	maps.Copy(s, f.more)
	if s["enum"] != nil {
		delete(s, "type")
	}
	f.describe(s)
	return s
}

func (f field) describe(s schema) {
	if f.doc != "" {
		s["description"] = f.doc
	}
}

func kind(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "object"
	case yaml.SequenceNode:
		return "array"
	}
	switch n.Tag {
	case "!!bool":
		return "boolean"
	case "!!int":
		return "integer"
	case "!!float":
		return "number"
	}
	return "string"
}

// overlay adds a chart's own values to what the library knows: new ones, other comments, and the
// names in open objects.
func overlay(base schema, own []field) schema {
	for _, f := range own {
		known, ok := base.properties()[f.name].(schema)
		if !ok {
			base.properties()[f.name] = f.schema()
			continue
		}
		maps.Copy(known, f.more)
		f.describe(known)
		if each, ok := known["additionalProperties"].(schema); ok {
			for _, child := range f.children {
				of := maps.Clone(each)
				child.describe(of)
				known.properties()[child.name] = of
			}
			continue
		}
		overlay(known, f.children)
	}
	return base
}
