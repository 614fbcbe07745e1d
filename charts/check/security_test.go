package check

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// The cluster's own check of the level "restricted" finds nothing, and pods give away less than
// that level asks.
// Verifies OPS-2.
func TestPodsAreRestricted(t *testing.T) {
	checks, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	eachWay(t, func(t *testing.T, all []object) {
		for name, w := range workloads(t, all) {
			for _, result := range checks.EvaluatePod(restricted, &w.metadata, &w.pod) {
				if !result.Allowed {
					t.Errorf("%s: %s: %s", name, result.ForbiddenReason, result.ForbiddenDetail)
				}
			}
			if w.pod.AutomountServiceAccountToken == nil || *w.pod.AutomountServiceAccountToken {
				t.Errorf("%s has a token for the cluster's API", name)
			}
			if w.pod.EnableServiceLinks == nil || *w.pod.EnableServiceLinks {
				t.Errorf("%s gets variables for each service of the namespace", name)
			}
			if len(w.pod.Containers) != 1 || len(w.pod.InitContainers) != 0 {
				t.Errorf("%s has not exactly one container", name)
			}
			context := w.container().SecurityContext
			readOnly := context != nil && context.ReadOnlyRootFilesystem != nil && *context.ReadOnlyRootFilesystem
			if !readOnly && name != "kafka" { // its image writes into its own folders
				t.Errorf("%s may write into its image", name)
			}
			for _, volume := range w.pod.Volumes {
				if volume.EmptyDir != nil && volume.EmptyDir.SizeLimit == nil {
					t.Errorf("%s may fill the node by %s", name, volume.Name)
				}
			}
		}
	})
}

// Nothing runs without bounds, or as whatever the newest image happens to be.
// Verifies OPS-2.
func TestPodsHaveResourceLimits(t *testing.T) {
	eachWay(t, func(t *testing.T, all []object) {
		for name, w := range workloads(t, all) {
			c := w.container()
			for _, what := range []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory,
				corev1.ResourceEphemeralStorage} {
				limit, request := c.Resources.Limits[what], c.Resources.Requests[what]
				if limit.IsZero() || request.IsZero() || request.Cmp(limit) > 0 {
					t.Errorf("%s: requests %s of %s and may have %s", name, request.String(), what, limit.String())
				}
			}
			written := resource.MustParse("50Mi") // of logs, as a node keeps them
			for _, volume := range w.pod.Volumes {
				if volume.EmptyDir != nil {
					written.Add(*volume.EmptyDir.SizeLimit)
				}
			}
			if limit := c.Resources.Limits.StorageEphemeral(); limit.Cmp(written) < 0 {
				t.Errorf("%s may write %s, and is stopped at %s", name, written.String(), limit)
			}
			if _, tag, _ := strings.Cut(c.Image[strings.LastIndex(c.Image, "/")+1:], ":"); tag == "" ||
				tag == "latest" {
				t.Errorf("%s: the image %s has no tag", name, c.Image)
			}
			if gos, ok := w.environment()["GOMEMLIMIT"]; ok {
				limit := c.Resources.Limits.Memory().Value() >> 20
				if got := mebibytes(t, gos); got <= 0 || got >= limit {
					t.Errorf("%s: Go may have %d MiB of %d", name, got, limit)
				}
			}
		}
	})
}

// Alive asks nothing of others: only what lasts is asked, and never whether it is ready.
// Verifies OPS-2.
func TestProbePaths(t *testing.T) {
	eachWay(t, func(t *testing.T, all []object) {
		for name, w := range workloads(t, all) {
			c := w.container()
			switch {
			case !w.lasting:
				continue
			case c.LivenessProbe == nil || c.ReadinessProbe == nil:
				t.Errorf("%s: a probe is missing", name)
				continue
			case ours(w):
				for probe, path := range map[*corev1.Probe]string{c.StartupProbe: "/livez", c.LivenessProbe: "/livez",
					c.ReadinessProbe: "/readyz"} {
					if probe == nil || probe.HTTPGet == nil || probe.HTTPGet.Path != path ||
						probe.HTTPGet.Port.StrVal != "ops" {
						t.Errorf("%s: one of the probes does not ask for %s on the operations port", name, path)
					}
				}
				if s := c.StartupProbe; s.PeriodSeconds*s.FailureThreshold != 60 {
					t.Errorf("%s: has %d s to start, want 60", name, s.PeriodSeconds*s.FailureThreshold)
				}
			}
			live := c.LivenessProbe
			if max(live.PeriodSeconds, 1)*max(live.FailureThreshold, 3) < 15 {
				t.Errorf("%s is killed when it is busy for a moment", name)
			}
		}
	})
}

// ours tells our services from what a try-out brings along.
func ours(w workload) bool { return w.metadata.Labels["app.kubernetes.io/component"] != "" }

// A chart refers to secrets and never has one: no object of the kind, no variable with a text that
// is one.
// Verifies OPS-3.
func TestSecretsAreReferences(t *testing.T) {
	for _, kind := range []string{"plain", "everything"} {
		all := way(t, kind)
		if found := only[*corev1.Secret](all); len(found) != 0 {
			t.Errorf("%s: the charts make the secrets %v", kind, found)
		}
		for name, w := range workloads(t, all) {
			for _, v := range w.container().Env {
				secret := strings.HasSuffix(v.Name, "_KEY") || strings.HasSuffix(v.Name, "_ACCESS_KEY_ID") ||
					v.Name == "DATABASE_URL" || v.Name == "REDIS_URL"
				if secret && (v.Value != "" || v.ValueFrom == nil || v.ValueFrom.SecretKeyRef == nil) {
					t.Errorf("%s: %s: %s stands in the pod", kind, name, v.Name)
				}
			}
		}
	}
}

// A variable that names a mounted file names an existing one, and every mounted secret is used.
func TestFileVariablesAreMounted(t *testing.T) {
	eachWay(t, func(t *testing.T, all []object) {
		for name, w := range workloads(t, all) {
			if !ours(w) {
				continue
			}
			there := mountedFiles(w, all)
			for variable, path := range w.environment() {
				if strings.HasSuffix(variable, "_FILE") && !there[path] {
					t.Errorf("%s: nothing is mounted at %s=%s, only %v", name, variable, path, there)
				}
				delete(there, path)
			}
			for path := range there {
				t.Errorf("%s: no variable names %s", name, path)
			}
		}
	})
}

// mountedFiles are the paths of the files that a pod's volumes have, as far as the chart says them.
func mountedFiles(w workload, all []object) map[string]bool {
	at := make(map[string]string)
	for _, m := range w.container().VolumeMounts {
		at[m.Name] = m.MountPath + "/"
	}
	there := make(map[string]bool)
	maps := only[*corev1.ConfigMap](all)
	for _, volume := range w.pod.Volumes {
		switch {
		case volume.Projected != nil:
			for _, source := range volume.Projected.Sources {
				for _, item := range source.Secret.Items {
					there[at[volume.Name]+item.Path] = true
				}
			}
		case volume.ConfigMap != nil:
			if files := maps[volume.ConfigMap.Name]; files != nil {
				for file := range files.Data {
					there[at[volume.Name]+file] = true
				}
			}
		}
	}
	return there
}

func TestAccountsHaveTheirAnnotations(t *testing.T) {
	const role = "arn:aws:iam::1:role/media"
	r := release{set: installed, json: []string{`media.accountAnnotations={"eks.amazonaws.com/role-arn": "` + role + `"}`}}
	accounts := only[*corev1.ServiceAccount](r.objects(t, "mcwick"))
	if got := accounts["media"].Annotations["eks.amazonaws.com/role-arn"]; got != role {
		t.Errorf("media's account has the role %q", got)
	}
}
