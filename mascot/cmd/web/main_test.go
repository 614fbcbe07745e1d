package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

func TestDrawingsKeepReferences(t *testing.T) {
	for name, svg := range drawings() {
		for _, m := range regexp.MustCompile(`(?:url\(|href=")#([^)"]+)`).FindAllStringSubmatch(svg, -1) {
			if !regexp.MustCompile(`id="` + m[1] + `"`).MatchString(svg) {
				t.Errorf("%s: %s is missing", name, m[1])
			}
		}
		if len(svg) > 60_000 {
			t.Errorf("%s has %d bytes", name, len(svg))
		}
	}
}

func TestGeneratedDrawingsAreUpToDate(t *testing.T) {
	const folder = "../../../frontend/packages/ui/src/gen/mascot"
	all := drawings()
	for name, svg := range all {
		if data, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(data) != svg {
			t.Errorf("%s is not fresh: go generate ./mascot", name)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(all) {
		t.Errorf("the page has %d drawings, there are %d: go generate ./mascot", len(files), len(all))
	}
}

func TestWriteRemovesStaleDrawings(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"pose-gone.svg", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := write(folder); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"pose-gone.svg": false, "notes.txt": true, "logo.svg": true,
		"mood-happy.svg": true} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMinifySVG(t *testing.T) {
	in := `<svg><defs><clipPath id="a"><path d="M0 0"/></clipPath><clipPath id="b"><path d="M 1.005 -2 L 3,-0.50 Z"/></clipPath></defs>` +
		`<g data-layer="x" transform="" clip-path="url(#b)" fill="#ffffff" stroke="#21130d" opacity="0.750"/></svg>`
	want := `<svg><defs><clipPath id="b"><path d="M1.005-2 3-.5z"/></clipPath></defs>` +
		`<g clip-path="url(#b)" fill="#fff" stroke="#21130d" opacity=".75"/></svg>`
	if got := minifySVG(in); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
