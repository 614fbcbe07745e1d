package mascot

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// The drawings are SVG fragments in a wrapper of our own, so that an illustrator can open and
// change them in any editor: <part id layer>, <scene …><layer depth>…, <finish …><filters>…. They
// are ours and regular, so expressions are enough to read them.
var (
	partPattern      = regexp.MustCompile(`(?s)<part id="([^"]+)"(?: layer="([^"]+)")?>(.*?)</part>`)
	attributePattern = regexp.MustCompile(`([\w-]+)="([^"]*)"`)
	breakPattern     = regexp.MustCompile(`\s*\n\s*`)
	tokenPattern     = regexp.MustCompile(`\{([\w.]+)\}`)
)

// readParts reads data/parts: one file per group.
func readParts() map[string]map[string]map[string]string {
	parts := map[string]map[string]map[string]string{}
	for name, text := range files("parts") {
		group := map[string]map[string]string{}
		for _, m := range partPattern.FindAllStringSubmatch(text, -1) {
			id, layer := m[1], m[2]
			if layer == "" {
				layer = name
			}
			if group[id] == nil {
				group[id] = map[string]string{}
			}
			group[id][layer] += squeeze(m[3])
		}
		parts[name] = group
	}
	return parts
}

// files yields the SVG files of a data folder in the order of their names, which come without
// extension.
func files(folder string) func(yield func(name, text string) bool) {
	return func(yield func(name, text string) bool) {
		entries, err := fs.ReadDir(dataFiles, "data/"+folder)
		if err != nil {
			panic(fmt.Sprintf("mascot: %v", err))
		}
		for _, e := range entries {
			if !yield(strings.TrimSuffix(e.Name(), ".svg"), string(mustRead(folder+"/"+e.Name()))) {
				return
			}
		}
	}
}

// squeeze removes line breaks and indentation.
func squeeze(s string) string { return strings.TrimSpace(breakPattern.ReplaceAllString(s, "")) }

// attributes reads name="value" pairs of a start tag.
func attributes(tag string) map[string]string {
	out := map[string]string{}
	for _, m := range attributePattern.FindAllStringSubmatch(tag, -1) {
		out[m[1]] = m[2]
	}
	return out
}

// element returns the attributes and the inner markup of the first element of that name; empty if
// there is none.
func element(text, name string) (map[string]string, string) {
	m := regexp.MustCompile(`(?s)<` + name + `\b([^>]*)>(.*?)</` + name + `>`).FindStringSubmatch(text)
	if m == nil {
		return nil, ""
	}
	return attributes(m[1]), m[2]
}

// fillTokens replaces {name} by its value.
func fillTokens(svg string, values map[string]string) string {
	return tokenPattern.ReplaceAllStringFunc(svg, func(token string) string {
		v, ok := values[token[1:len(token)-1]]
		if !ok {
			panic("mascot: unknown token " + token)
		}
		return v
	})
}
