package check

import (
	"bufio"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func newReader(text string) *bufio.Reader { return bufio.NewReader(strings.NewReader(text)) }

// workload is what runs pods.
type workload struct {
	name     string
	metadata metav1.ObjectMeta // of its pods
	pod      corev1.PodSpec
	lasting  bool // and not a job, which ends
}

// container is the one container of each of our pods.
func (w workload) container() corev1.Container { return w.pod.Containers[0] }

// environment is what the container's variables are set to; those that come from a secret have no
// text.
func (w workload) environment() map[string]string {
	found := make(map[string]string)
	for _, v := range w.container().Env {
		found[v.Name] = v.Value
	}
	return found
}

// workloads are all that run pods, by the kind and the name.
func workloads(t *testing.T, all []object) map[string]workload {
	t.Helper()
	found := make(map[string]workload)
	for _, o := range all {
		switch o := o.(type) {
		case *appsv1.Deployment:
			found[o.Name] = workload{o.Name, o.Spec.Template.ObjectMeta, o.Spec.Template.Spec, true}
		case *appsv1.StatefulSet:
			found[o.Name] = workload{o.Name, o.Spec.Template.ObjectMeta, o.Spec.Template.Spec, true}
		case *corev1.Pod:
			found[o.Name] = workload{o.Name, o.ObjectMeta, o.Spec, false}
		case *batchv1.Job:
			found[o.Name] = workload{o.Name, o.Spec.Template.ObjectMeta, o.Spec.Template.Spec, false}
		}
	}
	if len(found) == 0 {
		t.Fatal("nothing runs")
	}
	return found
}

// Where metrics export is enabled, every long-running program sends them to the collector of its
// spans.
func TestMetricsPushIsOptional(t *testing.T) {
	for kind, want := range map[string]string{"plain": "", "everything": "prometheus,otlp"} {
		for name, w := range workloads(t, way(t, kind)) {
			if got := w.environment()["OTEL_METRICS_EXPORTER"]; ours(w) && w.lasting && got != want {
				t.Errorf("%s: %s sends its metrics to %q, not %q", kind, name, got, want)
			}
		}
	}
}

// The pinned address comes from the values of the deployment, whatever the settings say.
// Verifies HOME-17.
func TestContractAddressIsPinnedByValue(t *testing.T) {
	for _, c := range []struct {
		with   release
		pinned string
	}{
		{set("gateway.site.brand.contract=other"), ""},
		{set("gateway.config.PINNED_CONTRACT=McW1ck", "gateway.site.brand.contract=other"), "McW1ck"},
	} {
		gateway := workloads(t, c.with.objects(t, "mcwick"))["gateway"]
		if got := gateway.environment()["PINNED_CONTRACT"]; got != c.pinned {
			t.Errorf("pinned is %q, not %q", got, c.pinned)
		}
	}
}

// Helm reads a number of a values file as floating point.
func TestNumbersReachProgramsAsWritten(t *testing.T) {
	all := release{set: installed, json: []string{"generation.config.AI_BUDGET_MICRO_USD=5000000"}}.objects(t, "mcwick")
	if got := workloads(t, all)["generation"].environment()["AI_BUDGET_MICRO_USD"]; got != "5000000" {
		t.Errorf("the program gets %q", got)
	}
}

func TestNoJobsNeedNoPodsOfWork(t *testing.T) {
	all := workloads(t, set("media.jobs.atOnce=0").objects(t, "mcwick"))
	if _, there := all["media-work"]; there || all["media"].environment()["VIDEO_WORKERS"] != "0" {
		t.Error("something works")
	}
}

func TestEveryPodPullsFromAPrivateRegistry(t *testing.T) {
	all := release{files: []string{"values-demo.yaml"}, set: []string{"global.image.pullSecrets={registry}"}}.objects(t, "mcwick")
	for name, w := range workloads(t, all) {
		if len(w.pod.ImagePullSecrets) != 1 || w.pod.ImagePullSecrets[0].Name != "registry" {
			t.Errorf("%s pulls with %v", name, w.pod.ImagePullSecrets)
		}
	}
}
