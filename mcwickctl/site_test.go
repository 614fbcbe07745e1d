package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"mcwick.example/gateway/site"
	"mcwick.example/platform/testkit"
)

const siteText = `{
	"brand": {"name":"McWick","slug":"s","tagline":"t","contract":"c","tokenSymbol":"W","socialUrl":"https://x.com/"},
	"flags": {"earlyAccess": true}, "remotes": [{"name":"wall","entry":"/w.js","path":"/wall"}]
}`

func writeSite(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "site.json")
	testkit.WriteFile(t, path, text)
	return path
}

func TestSiteShowMatchesTheGateway(t *testing.T) {
	_, run := newEnvironment(t)
	edge := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/config.json" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, siteText)
	}))
	defer edge.Close()
	out, err := run("site", "show", "--edge", edge.URL+"/")
	for _, want := range []string{"brand.tagline      t\n", "flag.earlyAccess   true\n", "flag.wall          true\n",
		"remote /wall       wall\n"} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("no %q: %v\n%s", want, err, out)
		}
	}
	out, err = run("site", "show", "--edge", edge.URL, "--json")
	var s site.Settings
	if err != nil || json.Unmarshal([]byte(out), &s) != nil || !s.Flags["wall"] {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := run("site", "show", "--edge", edge.URL+"/elsewhere"); err == nil ||
		!strings.Contains(err.Error(), "404") {
		t.Error(err)
	}
}

// Verifies MOD-10.
func TestSiteCheck(t *testing.T) {
	_, run := newEnvironment(t)
	if out, err := run("site", "check", writeSite(t, siteText)); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for text, says := range map[string]string{
		"{": "unexpected", "{}": "brand.name is missing",
		strings.Replace(siteText, "earlyAccess", "earlyAcces", 1): "nothing asks for flag.earlyAcces",
	} {
		if _, err := run("site", "check", writeSite(t, text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Verifies MOD-10.
func TestSiteSetWritesAndRecords(t *testing.T) {
	_, run := newEnvironment(t)
	path := writeSite(t, siteText)
	out, err := run("site", "set", "flag.wall=false", "brand.tagline=Lit = good", "--file", path, "--as", "ada",
		"--note", "a day of rest")
	if err != nil || out != "flag.wall\n- true\n+ false\nbrand.tagline\n- t\n+ Lit = good\n" {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err = run("site", "set", "flag.wall=false", "--file", path, "--as", "ada"); err != nil ||
		!strings.Contains(out, "already") {
		t.Errorf("%v\n%s", err, out)
	}
	set, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, refused := range [][]string{
		{"flag.wall=true", "flag.wal=false"}, {"flag.wall=maybe"}, {"flag.wall"}, {"brand.tagline="}, {},
		{"flag.wall=true", "--note", strings.Repeat("x", 401)}, {"flag.wall=true", "--as", "zoe"},
	} {
		if out, err := run(append([]string{"site", "set", "--file", path, "--as", "ada"}, refused...)...); err == nil {
			t.Errorf("%q is taken\n%s", refused, out)
		}
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(set) {
		t.Errorf("refused, and changed: %s, %v", now, err)
	}
	audit, err := os.ReadFile(path + ".audit")
	var act siteAct
	if err != nil || json.Unmarshal(audit, &act) != nil || act.Operator != "ada" || act.Note != "a day of rest" ||
		act.Time.IsZero() ||
		len(act.Changes) != 2 || act.Changes[0] != (site.Change{Name: "flag.wall", From: "true", To: "false"}) {
		t.Errorf("%v\n%s", err, audit)
	}
	if _, err := run("site", "set", "flag.wall=true", "--file", path+".none", "--as", "ada"); err == nil {
		t.Error("a file that is not there")
	}
}

// Verifies MOD-10.
func TestConcurrentSiteSetLosesNoUpdate(t *testing.T) {
	path := writeSite(t, siteText)
	names := site.Names()
	var all sync.WaitGroup
	for _, name := range names {
		all.Go(func() {
			value := "true"
			if strings.HasPrefix(name, "brand.") {
				value = "new"
			}
			if _, err := setSite(path, siteAct{Operator: "ada"}, []string{name + "=" + value}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s, err := readSite(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range s.Brand {
		if value != "new" {
			t.Errorf("%s = %q", name, value)
		}
	}
	for _, flag := range []string{"demoPictures", "styleguide", "traceViewer", "wall"} {
		if !s.Flags[flag] {
			t.Errorf("%s is lost", flag)
		}
	}
}
