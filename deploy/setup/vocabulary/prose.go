package main

import (
	"path/filepath"
	"regexp"
	"strings"
)

// comments find the comment in a line of each kind of file whose comments are checked.
var comments = map[string]*regexp.Regexp{
	".css":   regexp.MustCompile(`/?\*+(.*)`),
	".proto": regexp.MustCompile(`//(.*)`),
	".sh":    regexp.MustCompile(`(?:^|\s)#(.*)`),
	".yaml":  regexp.MustCompile(`(?:^|\s)#(.*)`),
	".yml":   regexp.MustCompile(`(?:^|\s)#(.*)`),
	".tpl":   regexp.MustCompile(`/\*(.*)`),
}

var (
	code = regexp.MustCompile("`[^`]*`")
	link = regexp.MustCompile(`\]\([^)]*\)`)
)

// proseIn lists the lines of a document, without its code and addresses, or the comments of a file
// of another kind.
func proseIn(path, text string) []item {
	var items []item
	extension, inCode := filepath.Ext(path), false
	pattern := comments[extension]
	if filepath.Base(path) == "Makefile" || filepath.Base(path) == "Dockerfile" {
		pattern = comments[".sh"]
	}
	for i, line := range strings.Split(text, "\n") {
		if extension == ".md" {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				inCode = !inCode
			} else if !inCode {
				items = append(items, item{path, i + 1, false,
					link.ReplaceAllString(code.ReplaceAllString(line, "`"), "]")})
			}
			continue
		}
		if pattern == nil {
			return nil
		}
		if found := pattern.FindStringSubmatch(line); found != nil {
			items = append(items, item{path, i + 1, false, found[1]})
		}
	}
	return items
}
