package main

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	rootSizePattern   = regexp.MustCompile(` width="1024" height="1024">`)
	definitionPattern = regexp.MustCompile(`(?s)<(clipPath|radialGradient|linearGradient|filter) id="([^"]+)".*?</(?:clipPath|radialGradient|linearGradient|filter)>`)
	dataPattern       = regexp.MustCompile(` data-[a-z]+="[^"]*"`)
	pathPattern       = regexp.MustCompile(` d="([^"]*)"`)
	decimalPattern    = regexp.MustCompile(`-?\d+\.\d+`)
	aroundPattern     = regexp.MustCompile(`\s*([A-Za-z])\s*`)
	minusPattern      = regexp.MustCompile(`[\s,]+-`)
	colourPattern     = regexp.MustCompile(`"#(.)(.)(.)(.)(.)(.)"`)
	standingPattern   = regexp.MustCompile(` transform="(translate\(0 0\) rotate\(0 512 980\))?"`)
)

// minify removes what a browser does not need: unused definitions, marks for tools, a fixed size,
// and the spaces of paths. It knows the shape of our own drawings and is no general tool.
func minify(svg string) string {
	svg = definitionPattern.ReplaceAllStringFunc(svg, func(definition string) string {
		if id := definitionPattern.FindStringSubmatch(definition)[2]; strings.Contains(svg, "url(#"+id+")") {
			return definition
		}
		return ""
	})
	return shrink(strings.ReplaceAll(svg, "<defs></defs>", ""))
}

// shrink is what minify can do to a part of a document.
func shrink(svg string) string {
	svg = rootSizePattern.ReplaceAllString(svg, ">")
	svg = dataPattern.ReplaceAllString(svg, "")
	svg = standingPattern.ReplaceAllString(svg, "")
	svg = decimalPattern.ReplaceAllStringFunc(svg, shorten)
	svg = colourPattern.ReplaceAllStringFunc(svg, func(c string) string {
		if c[2] == c[3] && c[4] == c[5] && c[6] == c[7] {
			return `"#` + c[2:3] + c[4:5] + c[6:7] + `"`
		}
		return c
	})
	return pathPattern.ReplaceAllStringFunc(svg, func(path string) string {
		d := path[4 : len(path)-1]
		d = aroundPattern.ReplaceAllString(d, "$1")
		return ` d="` + minusPattern.ReplaceAllString(d, "-") + `"`
	})
}

// shorten writes a number with at most two decimals and without needless zeros.
func shorten(number string) string {
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return number
	}
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if rest, ok := strings.CutPrefix(s, "0."); ok {
		return "." + rest
	}
	if rest, ok := strings.CutPrefix(s, "-0."); ok {
		return "-." + rest
	}
	if s == "-0" {
		return "0"
	}
	return s
}
