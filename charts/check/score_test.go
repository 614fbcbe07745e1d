package check

import (
	"encoding/json"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// excuse is why a check of kube-score does not apply: everywhere, or in one of the ways, or to one
// object.
type excuse struct{ check, way, object, why string }

var excuses = []excuse{
	{check: "container-image-pull-policy",
		why: "a tag is never given twice, so a node that has it need not ask the registry, which may be away"},
	{check: "deployment-has-host-podantiaffinity",
		why: "pods spread over zones and nodes by topologySpreadConstraints, which say the same and keep the balance as well"},
	{check: "deployment-replicas", way: "demo", why: "a try-out is for one node, and has one of each"},
	{check: "deployment-replicas", object: "console", why: "its sessions are in the memory of one pod"},
	{check: "deployment-has-poddisruptionbudget", way: "demo",
		why: "a budget for a single pod would hold its node for ever"},
	{check: "statefulset-has-poddisruptionbudget", way: "demo", why: "the same"},
	{check: "statefulset-has-host-podantiaffinity", way: "demo", why: "the same"},
	{check: "statefulset-has-servicename", way: "demo", why: "there is one pod, and nobody calls it by its own name"},
	{check: "pod-probes-identical", way: "demo",
		why: "what a try-out brings has one question that it answers; it is asked more patiently whether it lives"},
	{check: "container-security-context-user-group-id", way: "demo",
		why: "PostgreSQL, Redis and Kafka run as the users that their images have"},
	{check: "container-security-context-readonlyrootfilesystem", way: "demo", object: "kafka",
		why: "its image writes its configuration into its own folders"},
}

// excused returns the place of the excuse for a finding, or -1.
func excused(check, way, object string) int {
	return slices.IndexFunc(excuses, func(e excuse) bool {
		return e.check == check && (e.way == "" || e.way == way) && (e.object == "" || e.object == object)
	})
}

// warning is the grade of what should be better; below it is what is critical, and above it what is
// fine.
const warning = 5

// scored is what kube-score says of an object.
type scored struct {
	Object struct{ Name string } `json:"object_meta"`
	Checks []struct {
		Check    struct{ ID string }
		Grade    int
		Skipped  bool
		Comments []struct{ Path, Summary string }
	}
}

// kube-score has nothing against the charts that would be critical or a warning, but what is known.
// Verifies OPS-2.
func TestKubeScore(t *testing.T) {
	program := filepath.Join(t.TempDir(), "kube-score")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "github.com/zegl/kube-score/cmd/kube-score")
	build.Dir = filepath.Join(root, "tools")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	used := make([]bool, len(excuses))
	for way, r := range ways {
		t.Run(way, func(t *testing.T) {
			texts, err := r.texts("mcwick")
			if err != nil {
				t.Fatal(err)
			}
			score := exec.CommandContext(t.Context(), program, "score", "--output-format", "json",
				"--kubernetes-version", "v1.36", "-")
			score.Stdin = strings.NewReader(strings.Join(slices.Collect(maps.Values(texts)), "\n---\n"))
			out, _ := score.Output() // it fails when it finds something
			var found []scored
			if err := json.Unmarshal(out, &found); err != nil || len(found) < 50 {
				t.Fatalf("%d objects, %v: %s", len(found), err, out)
			}
			for _, object := range found {
				for _, check := range object.Checks {
					if check.Skipped || check.Grade > warning {
						continue
					}
					if i := excused(check.Check.ID, way, object.Object.Name); i >= 0 {
						used[i] = true
						continue
					}
					t.Errorf("%s, %s, grade %d: %v", object.Object.Name, check.Check.ID, check.Grade, check.Comments)
				}
			}
		})
	}
	for i, e := range excuses {
		if !used[i] {
			t.Errorf("%s is never found: it need not be excused", e.check)
		}
	}
}
