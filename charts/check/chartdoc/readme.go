package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"
)

// The table stands between these lines of a README; the rest is written by hand.
const (
	begin = "<!-- values, from the comments of values.yaml -->\n"
	end   = "<!-- end of values -->\n"
)

// writeTable replaces the table of a README.
func writeTable(path string, own []field, shared schema) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok := bytes.Cut(text, []byte(begin))
	_, after, closed := bytes.Cut(rest, []byte(end))
	if !ok || !closed {
		return fmt.Errorf("%s has no place for the values: %q and %q", path, begin, end)
	}
	var out bytes.Buffer
	out.Write(before)
	out.WriteString(begin + "| value | default | |\n|---|---|---|\n")
	rows(&out, "", own, shared)
	out.WriteString(end)
	out.Write(after)
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// rows writes a line for each value; a mapping that is written over several lines has a line for
// each of its own.
func rows(out *bytes.Buffer, prefix string, all []field, known schema) {
	for _, f := range all {
		of, _ := known.properties()[f.name].(schema)
		if of == nil {
			of, _ = known["additionalProperties"].(schema)
		}
		doc := f.doc
		if doc == "" && of != nil {
			doc, _ = of["description"].(string)
		}
		if of == nil {
			of = schema{}
		}
		if len(f.children) > 0 && f.value.Style&yaml.FlowStyle == 0 {
			if f.doc != "" {
				fmt.Fprintf(out, "| **`%s%s`** | | %s |\n", prefix, f.name, f.doc)
			}
			rows(out, prefix+f.name+".", f.children, of)
			continue
		}
		fmt.Fprintf(out, "| `%s%s` | %s | %s |\n", prefix, f.name, f.shown(), strings.ReplaceAll(doc, "|", `\|`))
	}
}

var reference = regexp.MustCompile(`\.Values\.([a-zA-Z.]+)`)

// shown is the default as a README has it.
func (f field) shown() string {
	if from := reference.FindStringSubmatch(f.value.Value); from != nil && strings.HasPrefix(f.value.Value, "{{") {
		return "as `" + from[1] + "`"
	}
	flow := *f.value
	if flow.Kind == yaml.ScalarNode && flow.Value == "" {
		return ""
	}
	flatten(&flow)
	text, err := yaml.Marshal(&flow)
	if err != nil {
		return ""
	}
	return "`" + strings.ReplaceAll(strings.Join(strings.Fields(string(text)), " "), "|", `\|`) + "`"
}

// flatten writes a value on one line, without its comments.
func flatten(n *yaml.Node) {
	n.Style |= yaml.FlowStyle
	n.HeadComment, n.LineComment, n.FootComment, n.Anchor = "", "", "", ""
	for _, child := range n.Content {
		flatten(child)
	}
}
