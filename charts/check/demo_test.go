package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/fake"
)

// cluster is one that has some objects, for charts that look up what is there.
type cluster struct{ objects []runtime.Object }

// GetClientFor implements engine.ClientProvider for what charts look up.
func (c cluster) GetClientFor(_, kind string) (dynamic.NamespaceableResourceInterface, bool, error) {
	scheme := runtime.NewScheme()
	if err := errors.Join(corev1.AddToScheme(scheme), appsv1.AddToScheme(scheme),
		autoscalingv2.AddToScheme(scheme)); err != nil {
		return nil, false, err
	}
	resource, known := map[string]schema.GroupVersionResource{
		"Secret":         corev1.SchemeGroupVersion.WithResource("secrets"),
		"ServiceAccount": corev1.SchemeGroupVersion.WithResource("serviceaccounts"),
		"Deployment":     appsv1.SchemeGroupVersion.WithResource("deployments"),

		"HorizontalPodAutoscaler": autoscalingv2.SchemeGroupVersion.WithResource("horizontalpodautoscalers"),
	}[kind]
	if !known {
		return nil, false, fmt.Errorf("no chart should look up a %s", kind)
	}
	return fake.NewSimpleDynamicClient(scheme, c.objects...).Resource(resource), true, nil
}

// What was made for the first installation stays: the database knows its passwords, and visitors
// their cookies.
// Verifies OPS-3.
func TestDemoSecretsAreKeptOnUpgrade(t *testing.T) {
	first := only[*corev1.Secret](way(t, "demo"))
	other := only[*corev1.Secret](release{files: []string{"values-demo.yaml"}}.objects(t, "mcwick"))
	if first["demo"].StringData["gallery"] == other["demo"].StringData["gallery"] {
		t.Error("two installations have the same secrets")
	}

	there := first["demo"].DeepCopy() // as the API server gives it
	there.Namespace, there.Data = "candles", make(map[string][]byte)
	for key, text := range there.StringData {
		there.Data[key] = []byte(text)
	}
	there.StringData = nil
	upgrade := release{files: []string{"values-demo.yaml"}, cluster: cluster{[]runtime.Object{there}}}
	second := only[*corev1.Secret](upgrade.objects(t, "mcwick"))
	for name, secret := range first {
		for key, text := range secret.StringData {
			if got := second[name].StringData[key]; got != text {
				t.Errorf("%s of %s is %q after an upgrade, and was %q", key, name, got, text)
			}
		}
	}
	if second["demo"].Annotations["helm.sh/resource-policy"] != "keep" {
		t.Error("the claims outlive the release, and their passwords do not")
	}
}

// Passwords are where they are asked for, and each is for one service.
// Verifies OPS-3.
func TestDemoSecretsMatchReferences(t *testing.T) {
	found := only[*corev1.Secret](way(t, "demo"))
	create := found["postgresql"].StringData["databases.sql"]
	passwords := make(map[string]bool)
	for _, service := range []string{"gallery", "generation", "identity", "media", "moderation", "wall"} {
		u, err := url.Parse(found[service+"-database"].StringData["url"])
		if err != nil {
			t.Fatal(err)
		}
		password, _ := u.User.Password()
		passwords[password] = true
		if u.User.Username() != service || u.Path != "/"+service || len(password) < 32 ||
			!strings.Contains(create, fmt.Sprintf("CREATE ROLE %s LOGIN PASSWORD '%s';", service, password)) {
			t.Errorf("%s does not get into its database", service)
		}
		if !strings.Contains(create, fmt.Sprintf("REVOKE CONNECT ON DATABASE %s FROM PUBLIC;", service)) {
			t.Errorf("every service gets into the database of %s", service)
		}
	}
	if len(passwords) != 6 {
		t.Errorf("six services have %d passwords", len(passwords))
	}
	u, err := url.Parse(found["gateway-redis"].StringData["url"])
	if err != nil {
		t.Fatal(err)
	}
	if password, _ := u.User.Password(); len(password) < 32 || passwords[password] ||
		found["redis"].StringData["redis.conf"] != "requirepass "+password+"\n" {
		t.Error("Redis has no password of its own, or the gateway does not know it")
	}
	for line := range strings.Lines(found["operators"].StringData["operators"]) {
		name, hash, _ := strings.Cut(strings.TrimSpace(line), " ")
		if want := fmt.Sprintf("%x", sha256.Sum256([]byte(found["demo"].StringData[name]))); hash != want {
			t.Errorf("the token of %s opens nothing", name)
		}
	}
}

// As a hook the migration comes first; a database that is part of the release is not there by then,
// so the migration is part of it too.
// Verifies OPS-7.
func TestDemoMigrationsWaitForDatabase(t *testing.T) {
	for kind, hook := range map[string]bool{"plain": true, "demo": false} {
		jobs := only[*batchv1.Job](way(t, kind))
		if len(jobs) != 6 {
			t.Errorf("%s: %d services migrate", kind, len(jobs))
		}
		for name, job := range jobs {
			if got := job.Annotations["helm.sh/hook"]; (got == "pre-install,pre-upgrade") != hook ||
				(got == "") == hook {
				t.Errorf("%s: %s is a hook of %q", kind, name, got)
			}
			if strings.HasSuffix(name, "-1") == hook {
				t.Errorf("%s: a job cannot change, so %s has to have a name of its revision, unless it is a hook", kind,
					name)
			}
			if args := job.Spec.Template.Spec.Containers[0].Args; len(args) != 1 || args[0] != "migrate" {
				t.Errorf("%s: %s runs %v", kind, name, args)
			}
		}
	}
}

// The demo's settings say that its pictures come from the composer.
func TestDemoNotesWarn(t *testing.T) {
	for kind, flag := range map[string]bool{"plain": false, "demo": true} {
		site := only[*corev1.ConfigMap](way(t, kind))["gateway-site"].Data["site.json"]
		if bytes.Contains([]byte(site), []byte(`"demoPictures": true`)) != flag {
			t.Errorf("%s: %s", kind, site)
		}
	}
}

// The demo has the limits of the local stack: with those of production a visitor would wait ten
// minutes after three pictures.
func TestDemoHasLaptopLimits(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "deploy/local/limits.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want, got map[string]any
	if err := errors.Join(json.Unmarshal(text, &want),
		json.Unmarshal([]byte(only[*corev1.ConfigMap](way(t, "demo"))["gateway-files"].Data["LIMITS_FILE"]),
			&got)); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("a try-out has the limits %v, and a laptop %v", got, want)
	}
}

// A try-out asks the models of the local stack: they cost nothing and have no end.
func TestDemoHasLaptopProviders(t *testing.T) {
	asJSON := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	files := only[*corev1.ConfigMap](way(t, "demo"))
	for local, expected := range map[string]string{
		"providers.yaml":  files["generation-files"].Data["AI_PROVIDERS_FILE"],
		"moderation.yaml": files["moderation-files"].Data["AI_MODERATION_FILE"],
	} {
		text, err := os.ReadFile(filepath.Join(root, "deploy/local", local))
		if err != nil {
			t.Fatal(err)
		}
		var want, got map[string]any
		if err := errors.Join(yaml.Unmarshal(text, &want), json.Unmarshal([]byte(expected), &got)); err != nil {
			t.Fatal(err)
		}
		if got, want := asJSON(got["tasks"]), asJSON(want["tasks"]); got != want {
			t.Errorf("%s: a try-out asks\n%s\nand a laptop\n%s", local, got, want)
		}
	}
}
