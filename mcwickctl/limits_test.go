package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"mcwick.example/platform/testkit"
)

func TestLimitsShow(t *testing.T) {
	show := func(path string, more ...string) (string, error) {
		root := newRoot()
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetArgs(append([]string{"limits", "show", path}, more...))
		err := root.ExecuteContext(t.Context())
		return out.String(), err
	}
	for _, path := range []string{"../gateway/limits/limits.json", "../deploy/local/limits.json"} {
		out, err := show(path)
		if err != nil || !strings.Contains(out, "nominations") {
			t.Errorf("%s: %v\n%s", path, err, out)
		}
	}
	if out, _ := show("../gateway/limits/limits.json"); !strings.Contains(out, "3, then 1 in 10m0s") ||
		!strings.Contains(out, "a quarter") {
		t.Error(out)
	}
	if out, err := show("../gateway/limits/limits.json", "--json"); err != nil || !strings.HasPrefix(out, "{") {
		t.Errorf("%v\n%s", err, out)
	}
	broken := filepath.Join(t.TempDir(), "limits.json")
	testkit.WriteFile(t, broken, `{"jobs": {"device": {"every": "never", "burst": 0}}}`)
	for _, path := range []string{broken, broken + ".not"} {
		if _, err := show(path); err == nil {
			t.Errorf("%s was shown", path)
		}
	}
}
