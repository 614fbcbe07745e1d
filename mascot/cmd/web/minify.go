package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/svg"
)

var (
	definitionPattern = regexp.MustCompile(`(?s)<(clipPath|radialGradient|linearGradient|filter) id="([^"]+)".*?</(?:clipPath|radialGradient|linearGradient|filter)>`)
	dataPattern       = regexp.MustCompile(` data-[a-z]+="[^"]*"`)
	standingPattern   = regexp.MustCompile(` transform="(translate\(0 0\) rotate\(0 512 980\))?"`)
)

// minifySVG removes what a browser does not need: unused definitions, marks for tools, a fixed size, and what a
// minifier finds.
func minifySVG(drawing string) string {
	drawing = definitionPattern.ReplaceAllStringFunc(drawing, func(definition string) string {
		if id := definitionPattern.FindStringSubmatch(definition)[2]; strings.Contains(drawing, "url(#"+id+")") {
			return definition
		}
		return ""
	})
	return shrink(strings.ReplaceAll(drawing, "<defs></defs>", ""))
}

// shrink is what minifySVG can do to a part of a document.
func shrink(part string) string {
	part = strings.ReplaceAll(part, ` width="1024" height="1024">`, ">")
	part = dataPattern.ReplaceAllString(part, "")
	part = standingPattern.ReplaceAllString(part, "")
	m := minify.New()
	m.Add("image/svg+xml", &svg.Minifier{Precision: 5})
	small, err := m.String("image/svg+xml", part)
	if err != nil {
		panic(fmt.Sprintf("minify a drawing: %v", err)) // ours are well-formed
	}
	return small
}
