// Command vocabulary reports words that the glossary replaces, in names that code declares and in
// prose.
//
//	git ls-files | vocabulary NAMES
//
// It parses the Go files among the paths that it reads; NAMES holds what the front end's script
// lists of the others. Documents, and comments of scripts and configuration, are read as prose. The
// words are in denylist.yaml.
package main

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

//go:embed denylist.yaml
var denylist []byte

// An item is a declared name, or a piece of prose.
type item struct {
	path   string
	line   int
	isName bool
	text   string
}

func main() {
	found, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "vocabulary:", err)
		os.Exit(2)
	}
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		fmt.Printf("vocabulary: %d words that docs/glossary.md replaces; an exception goes into deploy/setup/vocabulary/denylist.yaml, with its reason\n", len(found))
		os.Exit(1)
	}
	fmt.Println("vocabulary: names and prose use the words of the glossary")
}

func run() ([]string, error) {
	if len(os.Args) != 2 {
		return nil, fmt.Errorf("usage: git ls-files | vocabulary NAMES")
	}
	rules, err := parseRules(denylist)
	if err != nil {
		return nil, err
	}
	items, err := readNames(os.Args[1])
	if err != nil {
		return nil, err
	}
	paths := bufio.NewScanner(os.Stdin)
	for paths.Scan() {
		more, err := readFile(paths.Text())
		if err != nil {
			return nil, err
		}
		items = append(items, more...)
	}
	if err := paths.Err(); err != nil {
		return nil, err
	}
	return rules.check(items), nil
}

// readFile lists the items of a file, none for a kind of file that is not checked.
func readFile(path string) ([]item, error) {
	if isGenerated(path) {
		return nil, nil
	}
	// A path may be a link to a folder, or removed and not committed yet.
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(path) == ".go" {
		return parseGo(path, text)
	}
	return proseIn(path, string(text)), nil
}

// isGenerated says whether a tool wrote a file, or whether it must stay as it was released.
func isGenerated(path string) bool {
	for _, part := range []string{".pb.go", ".pb.gw.go", "/gen/", "/testdata/", "/migrations/", "package-lock.json",
		"THIRD_PARTY"} {
		if strings.Contains(path, part) {
			return true
		}
	}
	return false
}

// readNames reads lines of path, line, kind (name or prose) and text, tab separated.
func readNames(path string) ([]item, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var items []item
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		cells := strings.SplitN(lines.Text(), "\t", 4)
		if len(cells) != 4 {
			return nil, fmt.Errorf("%s: not four cells: %q", path, lines.Text())
		}
		line, err := strconv.Atoi(cells[1])
		if err != nil {
			return nil, err
		}
		items = append(items, item{cells[0], line, cells[2] == "name", cells[3]})
	}
	return items, lines.Err()
}
