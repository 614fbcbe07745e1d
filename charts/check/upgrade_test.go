package check

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// former is the first version that an installation may be upgraded from: its values, and what its objects have that
// Kubernetes lets no upgrade change.
const former = "check/testdata/2026-11-22"

// fixed returns what Kubernetes lets no upgrade change, by the object's name.
func fixed(t *testing.T, all []object) map[string]string {
	t.Helper()
	found := make(map[string]string)
	for _, o := range all {
		var parts any
		switch o := o.(type) {
		case *appsv1.Deployment:
			parts = o.Spec.Selector.MatchLabels
		case *appsv1.StatefulSet:
			parts = []any{o.Spec.Selector.MatchLabels, o.Spec.ServiceName, o.Spec.PodManagementPolicy,
				o.Spec.VolumeClaimTemplates}
		case *corev1.PersistentVolumeClaim:
			parts = o.Spec
		case *corev1.Service:
			parts = []any{o.Spec.ClusterIP == corev1.ClusterIPNone, o.Spec.Selector}
		default:
			continue
		}
		text, err := json.Marshal(parts)
		if err != nil {
			t.Fatal(err)
		}
		found[o.GetObjectKind().GroupVersionKind().Kind+" "+o.GetName()] = string(text)
	}
	return found
}

// An installation keeps its values, its addresses and its claims.
func TestInstallationOfFormerReleaseIsUpgraded(t *testing.T) {
	moved := []string{"generation.config={}", "generation.files={}"} // refused, see below
	for file, r := range map[string]release{
		"values.yaml": {}, "values-demo.yaml": {json: moved},
	} {
		r.files = []string{filepath.Join("..", former, file)}
		got := fixed(t, r.objects(t, "mcwick"))
		text, err := os.ReadFile(filepath.Join("..", former, "fixed-"+file))
		if err != nil {
			t.Fatal(err)
		}
		want := make(map[string]string)
		if err := yaml.Unmarshal(text, &want); err != nil || len(want) == 0 {
			t.Fatalf("%s has %d objects: %v", file, len(want), err)
		}
		maps.DeleteFunc(got, func(name, _ string) bool { return want[name] == "" }) // new ones
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s: %s is %q, and no upgrade makes it of %q", file, name, got[name], want[name])
			}
		}
	}
}

// Values that stand for something else now are refused with their new place.
func TestChangedValuesOfFormerReleaseAreRejected(t *testing.T) {
	tryOut := release{files: []string{filepath.Join("..", former, "values-demo.yaml")}}
	for want, r := range map[string]release{
		"generation.config.AI_IMAGE_DIALECT is not read any more":                     tryOut,
		"media.config.REPORTS_TO_HIDE is not read any more: moderation.config has it": set("media.config.REPORTS_TO_HIDE=5"),
		"--reset-then-reuse-values":                                                   set("wall.callees.MODERATION_ADDR.peer=generation"), // its default, which --reuse-values keeps
	} {
		if _, err := r.render("mcwick"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in: %v", want, err)
		}
	}
}
