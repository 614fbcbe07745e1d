package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const olderFile = `{
	"brand": {"name":"McWick","slug":"s","tagline":"t <3","contract":"c","tokenSymbol":"W","socialUrl":"https://x.com/"},
	"flags": {"earlyAccess": true, "new": true},
	"remotes": [{"name":"wall","entry":"/mfe/wall/remoteEntry.js","path":"/wall"}]
}`

func parse(t *testing.T, text string) Settings {
	t.Helper()
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Verifies WALL-16.
func TestOlderFileGetsDefaults(t *testing.T) {
	s := parse(t, olderFile)
	if !s.Flags[Wall] || s.Brand["airdropDate"] != "2025 Q1" {
		t.Errorf("got %+v", s)
	}
	if s := parse(t, strings.Replace(olderFile, `"new": true`, `"wall": false`, 1)); s.Flags[Wall] {
		t.Error("what the file says is overruled")
	}
	if s := parse(t, strings.Replace(olderFile, `"flags": {"earlyAccess": true, "new": true},`, "",
		1)); !s.Flags[Wall] {
		t.Error("a file without flags has the walls closed")
	}
	if got := strings.Join(s.UnknownNames(), " "); got != "flag.new" {
		t.Errorf("unknown: %q", got)
	}
}

func TestInvalidFilesAreRejected(t *testing.T) {
	for text, says := range map[string]string{
		"{":             "unexpected",
		`{"brand":{}}`:  "brand.socialUrl is missing",
		`{"unknown":1}`: "unknown",
		strings.Replace(olderFile, "true", "1", 1): "bool",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestSettingsAreSetByName(t *testing.T) {
	s := parse(t, olderFile)
	for name, value := range map[string]string{
		"flag.wal": "true", "flag.wall": "no", "brand.nickname": "x", "wall": "true", "brand.name": " ",
		"brand.tagline": strings.Repeat("x", 201),
		"brand.slug":    "a\nb", "remotes": "x",
	} {
		if c, err := s.Set(name, value); err == nil {
			t.Errorf("%s = %q is taken: %+v", name, value, c)
		}
	}
	if diff := cmp.Diff(parse(t, olderFile), s); diff != "" {
		t.Errorf("refused, and changed: %s", diff)
	}
	next := s.Clone()
	for _, want := range []Change{{"flag.wall", "true", "false"}, {"brand.tagline", "t <3", "Lit, broh"},
		{"flag.styleguide", "false", "true"}} {
		if got, err := next.Set(want.Name, want.To); err != nil || got != want {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	if next.Flags[Wall] || next.Brand["tagline"] != "Lit, broh" || !s.Flags[Wall] {
		t.Errorf("got %+v from %+v", next, s)
	}
}

func TestSettingsRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "site.json")
	if err := os.WriteFile(path, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	s := parse(t, olderFile)
	if err := Write(path, s); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "t <3") {
		t.Fatalf("%s, %v", text, err)
	}
	if diff := cmp.Diff(s, parse(t, string(text))); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	if err := Write(filepath.Join(t.TempDir(), "none", "site.json"), s); err == nil {
		t.Error("a folder that is not there")
	}
}
