package check

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
)

// valuesSchema is the part of a JSON schema that says which properties there are.
type valuesSchema struct {
	Properties map[string]*valuesSchema
	Additional json.RawMessage `json:"additionalProperties"`
}

// has reports whether the schema has a value at a path.
func (s *valuesSchema) has(path []string) bool {
	if len(path) == 0 {
		return true
	}
	if next := s.Properties[path[0]]; next != nil {
		return next.has(path[1:])
	}
	return s.Additional != nil && string(s.Additional) != "false"
}

func readSchema(t *testing.T, chart string) *valuesSchema {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", chart, "values.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	var s valuesSchema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return &s
}

// valueName is how documents name a value: `global.network.edge`, gateway.serve.replicas=0.
var valueName = regexp.MustCompile("(?:^|[\\s`,(])((?:[a-z]+)(?:\\.[A-Za-z][A-Za-z0-9_]*)+)")

// Values that documents name exist. Other names have dots as well (topics, files), so a chart's are those that begin
// with one of its groups of values; all that begin with `global.` are values.
func TestDocumentsNameValuesThatExist(t *testing.T) {
	charts := map[string]*valuesSchema{"global": readSchema(t, "service").Properties["global"]}
	for _, name := range []string{"console", "gallery", "gateway", "generation", "identity", "media", "moderation", "voice", "wall"} {
		charts[name] = readSchema(t, name)
	}
	found := 0
	for _, folder := range []string{"charts", "docs", "deploy", "mcwickctl"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".md" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, match := range valueName.FindAllStringSubmatch(string(text), -1) {
				way := strings.Split(match[1], ".")
				values := charts[way[0]]
				if values == nil || way[0] != "global" && values.Properties[way[1]] == nil {
					continue
				}
				found++
				if !values.has(way[1:]) {
					t.Errorf("%s names %s, which no chart has", path, match[1])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 50 {
		t.Errorf("%d names were found", found)
	}
}

// What restore.md has an operator set before the databases are put right starts all services but neither the gateway
// nor a worker, and nothing brings these back by itself.
func TestRestoreKeepsVisitorsAndWorkersOut(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "deploy/runbooks/procedures/restore.md"))
	if err != nil {
		t.Fatal(err)
	}
	r := release{files: []string{"values-production.yaml"}, set: slices.Concat(named, []string{
		"gateway.serve.autoscaling.enabled=true", "media.work.autoscaling.enabled=true",
		"generation.work.enabled=true", "generation.work.autoscaling.enabled=true",
	})}
	for _, name := range []string{"gallery", "generation", "identity", "media", "moderation", "wall"} {
		r.set = append(r.set, name+".serve.autoscaling.enabled=true")
	}
	for _, match := range regexp.MustCompile(`--set ([^\s\\]+)`).FindAllStringSubmatch(string(text), -1) {
		r.set = append(r.set, match[1])
	}
	all := r.objects(t, "mcwick")
	deployments, scalers := only[*appsv1.Deployment](all), only[*autoscalingv2.HorizontalPodAutoscaler](all)
	for _, name := range []string{"gateway", "media-work", "generation-work"} {
		if d := deployments[name]; d != nil && (d.Spec.Replicas == nil || *d.Spec.Replicas != 0) {
			t.Errorf("%s starts", name)
		}
		if scalers[name] != nil {
			t.Errorf("%s is scaled again", name)
		}
	}
	if deployments["gallery"] == nil {
		t.Error("there is no gallery")
	}
	for name, d := range deployments { // what no upgrade names stays at 0, where no autoscaler begins
		if d.Spec.Replicas == nil {
			t.Errorf("%s stays scaled to nothing", name)
		}
	}
}
