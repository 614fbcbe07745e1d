package check

import (
	"context"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// packages are the programs', by their names.
var packages = map[string]string{
	"gallery": "services/gallery", "generation": "services/generation", "identity": "services/identity",
	"media":      "services/media",
	"moderation": "services/moderation", "wall": "services/wall", "gateway": "gateway", "console": "console", "server": "frontend/server",
	"voice": "deploy/demoai",
}

// program is which of them a pod runs.
func program(w workload) string {
	name := w.metadata.Labels["app.kubernetes.io/name"]
	if name == "shell" || strings.HasPrefix(name, "remote-") {
		return "server"
	}
	return name
}

// The programs themselves say that what the charts tell them is complete and makes sense.
// Verifies OPS-4.
func TestProgramsAcceptConfiguration(t *testing.T) {
	bin := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-o", bin)
	for _, pkg := range packages {
		build.Args = append(build.Args, "./"+pkg)
	}
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	eachWay(t, func(t *testing.T, all []object) {
		for name, w := range workloads(t, all) {
			if !ours(w) || !w.lasting {
				continue
			}
			check := exec.CommandContext(context.WithoutCancel(t.Context()),
				filepath.Join(bin, filepath.Base(packages[program(w)])), "check-config")
			check.Env = append(asFiles(t, w, all), "PAGE_DIR="+t.TempDir())
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
	})
}

// secrets are what an installation's secrets might hold.
var secrets = map[string]string{
	"AI_API_KEY":        "a key",
	"AI_MODERATION_KEY": "a restricted key",
	"AI_VOICE_KEY":      "another key",
	"API_KEY":           "another key",
	"CHALLENGE_KEY":     strings.Repeat("c", 32),
	"DATABASE_CA":       authority(),
	"DATABASE_URL":      "postgres://user:password@database:5432/name?sslmode=verify-full",
	"DEVICE_KEY":        strings.Repeat("d", 32),
	"KAFKA_CA":          authority(),
	"KAFKA_PASSWORD":    "password",
	"OPERATORS":         "ada " + strings.Repeat("0", 64),
	"REDIS_URL":         "rediss://user:password@redis:6379/0",
	"SEAL_KEYS":         "2 " + strings.Repeat("s", 32) + "\n1 " + strings.Repeat("r", 32) + "\n",
	"VISITOR_KEY":       strings.Repeat("v", 32),
}

// authority is a certificate, as PEM.
func authority() string {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
}

// asFiles is a pod's environment, with what would be mounted in files of this test.
func asFiles(t *testing.T, w workload, all []object) (environment []string) {
	t.Helper()
	maps := only[*corev1.ConfigMap](all)
	for _, v := range w.container().Env {
		value := v.Value
		if v.Name == "MTLS_DIR" {
			continue // a folder of three files, see certificates_test.go
		}
		if variable, ok := strings.CutSuffix(v.Name, "_FILE"); ok {
			content, secret := secrets[variable]
			if !secret {
				for _, volume := range w.pod.Volumes {
					if volume.ConfigMap != nil {
						content += maps[volume.ConfigMap.Name].Data[filepath.Base(value)]
					}
				}
			}
			value = filepath.Join(t.TempDir(), variable)
			if err := os.WriteFile(value, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		environment = append(environment, v.Name+"="+value)
	}
	return environment
}

// A variable that no program reads is a mistake. The lists are the programs' own, which `make
// check` holds them to.
// Verifies OPS-4.
func TestVariablesAreDeclared(t *testing.T) {
	eachWay(t, func(t *testing.T, all []object) {
		for name, w := range workloads(t, all) {
			if !ours(w) || w.metadata.Labels["app.kubernetes.io/component"] == "test" {
				continue
			}
			chart := program(w)
			if chart == "server" {
				chart = "frontend"
			}
			list, err := os.ReadFile(filepath.Join("..", chart, "variables.txt"))
			if err != nil {
				t.Fatal(err)
			}
			// of the migration, Go's own, and the bucket's library's
			known := append(strings.Fields(string(list)), "DATABASE_SERVING_ROLE", "GOMEMLIMIT", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
			for variable := range w.environment() {
				if !slices.Contains(known, variable) && !slices.Contains(known, strings.TrimSuffix(variable, "_FILE")) {
					t.Errorf("%s: no program reads %s", name, variable)
				}
			}
		}
	})
}

// Whatever is built for a cluster is in the umbrella, under the name of its folder.
// Verifies OPS-16.
func TestEveryServiceHasAChart(t *testing.T) {
	images := make(map[string]bool)
	for _, w := range workloads(t, way(t, "demo")) {
		name, _, _ := strings.Cut(w.container().Image, ":")
		images[name] = true
	}
	want := []string{"mcwick/gateway", "mcwick/demoai", "mcwick/page-shell"}
	for folder, prefix := range map[string]string{"services": "mcwick/", "frontend/remotes": "mcwick/page-"} {
		parts, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			want = append(want, prefix+part.Name())
		}
	}
	for _, image := range want {
		if !images[image] {
			t.Errorf("the charts do not install %s", image)
		}
	}
}
