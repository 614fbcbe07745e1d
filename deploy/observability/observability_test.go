// Package observability_test holds the alerts to what is promised of them: each fires when it
// should, and leads to a page that helps. Whether the metrics that they name exist is seen on a
// running platform, by frontend/e2e/metrics.spec.ts.
package observability_test

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"mcwick.example/deploy/local/ports"
)

type rule struct {
	Alert       string
	Expr        string
	Labels      map[string]string
	Annotations map[string]string
}

func rules(t *testing.T) (all []rule) {
	t.Helper()
	var file struct{ Groups []struct{ Rules []rule } }
	read(t, "rules.yaml", &file)
	for _, g := range file.Groups {
		all = append(all, g.Rules...)
	}
	return all
}

func alerts(t *testing.T) map[string][]rule {
	t.Helper()
	all := map[string][]rule{}
	for _, r := range rules(t) {
		if r.Alert != "" {
			all[r.Alert] = append(all[r.Alert], r)
		}
	}
	if len(all) < 10 {
		t.Fatalf("%d alerts were found", len(all))
	}
	return all
}

func read(t *testing.T, path string, into any) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(b, into); err != nil {
		t.Fatal(err)
	}
}

// Verifies OBS-8, OPS-49, OPS-50, OPS-52.
func TestAlertRules(t *testing.T) {
	if out, err := exec.CommandContext(t.Context(), "promtool", "test", "rules",
		"rules_test.yaml").CombinedOutput(); err != nil {
		t.Errorf("promtool (Debian: prometheus): %v\n%s", err, out)
	}
	var file struct {
		Tests []struct {
			Cases []struct {
				Alertname string `yaml:"alertname"`
				Expected  []any  `yaml:"exp_alerts"`
			} `yaml:"alert_rule_test"`
		}
	}
	read(t, "rules_test.yaml", &file)
	fires, silent := map[string]bool{}, map[string]bool{}
	for _, test := range file.Tests {
		for _, c := range test.Cases {
			fires[c.Alertname] = fires[c.Alertname] || len(c.Expected) > 0
			silent[c.Alertname] = silent[c.Alertname] || len(c.Expected) == 0
		}
	}
	for name := range alerts(t) {
		if !fires[name] || !silent[name] {
			t.Errorf("rules_test.yaml has no case in which %s fires, or none in which it is silent", name)
		}
	}
}

// changing finds a command that is no check.
var changing = regexp.MustCompile(`(?m)^(mcwickctl .*\b(set|on|off|replay|remove|delete|cancel|hide)\b|kubectl (rollout|scale|delete|patch)).*$`)

// sections are what an engineer on call needs to read, in this order.
var sections = []string{"**Cause.**", "**First actions.**", "**Quick checks.**"}

// Verifies OBS-8.
func TestEachAlertHasRunbook(t *testing.T) {
	headings := map[string]bool{}
	pages, err := filepath.Glob("../runbooks/*.md")
	if err != nil {
		t.Fatal(err)
	}
	all := alerts(t)
	for _, path := range pages {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(b), "\n## ")[1:] {
			name, text, _ := strings.Cut(part, "\n")
			headings["deploy/runbooks/"+filepath.Base(path)+"#"+strings.ToLower(name)] = true
			if all[name] == nil {
				t.Errorf("%s: no alert is called %s", path, name)
			}
			for _, section := range sections {
				_, after, found := strings.Cut(text, section)
				if !found {
					t.Errorf("%s: %s does not have %s, or not in order", path, name, section)
				}
				text = after
			}
			if line := changing.FindString(text); line != "" {
				t.Errorf("%s: a quick check of %s changes something: %s", path, name, line)
			}
		}
	}
	for name, same := range all {
		for _, r := range same {
			if url := r.Annotations["runbook_url"]; !headings[url] {
				t.Errorf("%s leads to %s, which is not there", name, url)
			}
			if s := r.Labels["severity"]; s != "page" && s != "ticket" {
				t.Errorf("%s has the severity %q", name, s)
			}
		}
	}
}

// With a selector kubectl shows ten lines of each pod, unless --tail says otherwise. And a service may be two
// deployments, of which one works on jobs.
func TestRunbooksReachAllPods(t *testing.T) {
	oneDeployment := regexp.MustCompile(`rollout restart\s+deploy/`)
	err := filepath.WalkDir("../runbooks", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if at := oneDeployment.Find(b); at != nil {
			t.Errorf("%s: %s", path, at)
		}
		for line := range strings.Lines(string(b)) {
			if strings.Contains(line, "kubectl logs -l ") && !strings.Contains(line, " --tail=") {
				t.Errorf("%s: %s", path, line)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestCollectorConfiguration looks at the wiring and the policies; whether a collector takes the
// file, only a collector can say.
func TestCollectorConfiguration(t *testing.T) {
	type parts map[string]any
	var c struct {
		Receivers, Processors, Exporters, Extensions parts
		Service                                      struct {
			Extensions []string
			Pipelines  map[string]struct{ Receivers, Processors, Exporters []string }
		}
	}
	read(t, "collector.yaml", &c)
	used := func(known parts, names ...string) {
		t.Helper()
		all := map[string]bool{}
		for _, name := range names {
			all[name] = true
			if known[name] == nil {
				t.Errorf("%s is used and not declared", name)
			}
		}
		if len(all) != len(known) {
			t.Errorf("of %d parts %d are used", len(known), len(all))
		}
	}
	traces, metrics := c.Service.Pipelines["traces"], c.Service.Pipelines["metrics"]
	used(c.Receivers, append(traces.Receivers, metrics.Receivers...)...)
	used(c.Processors, append(traces.Processors, metrics.Processors...)...)
	used(c.Exporters, append(traces.Exporters, metrics.Exporters...)...)
	used(c.Extensions, c.Service.Extensions...)

	var sampling struct {
		Processors struct {
			Tail struct {
				Policies []struct {
					Type   string
					Status struct {
						Codes []string `yaml:"status_codes"`
					} `yaml:"status_code"`
					Latency struct {
						Milliseconds int `yaml:"threshold_ms"`
					}
				}
			} `yaml:"tail_sampling"`
		}
	}
	read(t, "collector.yaml", &sampling)
	errors, slow := false, false
	for _, p := range sampling.Processors.Tail.Policies {
		errors = errors || p.Type == "status_code" && slices.Contains(p.Status.Codes, "ERROR")
		slow = slow || p.Type == "latency" && p.Latency.Milliseconds > 0 && p.Latency.Milliseconds <= 2000
	}
	if !errors || !slow {
		t.Errorf("errors are kept: %v, what is slow: %v", errors, slow)
	}
}

// Verifies OBS-1.
func TestEachJourneyHasTest(t *testing.T) {
	var journeys map[string]any
	read(t, "journeys.yaml", &journeys)
	specs, err := filepath.Glob("../../frontend/e2e/*.spec.ts")
	if err != nil {
		t.Fatal(err)
	}
	walked := map[string]bool{}
	for _, path := range specs {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`expectJourney\(\w+, '([^']+)'`).FindAllStringSubmatch(string(b), -1) {
			walked[m[1]] = true
		}
	}
	for name := range journeys {
		if !walked[name] {
			t.Errorf("no spec walks %q", name)
		}
	}
}

// A program that is not named would not be missed; voice runs in clusters alone.
func TestServiceDownNamesEveryProgram(t *testing.T) {
	want := slices.Sorted(maps.Keys(ports.Programs))
	want = append(want, "voice")
	slices.Sort(want)
	named := regexp.MustCompile(`up\{job=~"([^"]*)"\}`).FindAllStringSubmatch(alerts(t)["ServiceDown"][0].Expr, -1)
	if len(named) != 2 {
		t.Fatalf("%d lists of programs", len(named))
	}
	for _, list := range named {
		if got := strings.Split(list[1], "|"); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
