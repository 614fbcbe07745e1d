package check

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// packages are the programs', by their names.
var packages = map[string]string{
	"gallery": "services/gallery", "generation": "services/generation", "identity": "services/identity", "media": "services/media",
	"wall": "services/wall", "gateway": "gateway", "server": "frontend/server",
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
func TestProgramsTakeTheirConfiguration(t *testing.T) {
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
			check := exec.CommandContext(context.WithoutCancel(t.Context()), filepath.Join(bin, program(w)), "check-config")
			check.Env = append(asFiles(t, w, all), "PAGE_DIR="+t.TempDir())
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
	})
}

// secrets are what an installation's secrets might hold.
var secrets = map[string]string{
	"AI_API_KEY":    "a key",
	"CHALLENGE_KEY": strings.Repeat("c", 32),
	"DATABASE_URL":  "postgres://user:password@database:5432/name",
	"DEVICE_KEY":    strings.Repeat("d", 32),
	"OPERATORS":     "ada " + strings.Repeat("0", 64),
	"REDIS_URL":     "redis://user:password@redis:6379/0",
}

// asFiles is a pod's environment, with what would be mounted in files of this test.
func asFiles(t *testing.T, w workload, all []object) (environment []string) {
	t.Helper()
	maps := only[*corev1.ConfigMap](all)
	for _, v := range w.container().Env {
		value := v.Value
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

var variable = regexp.MustCompile("env:\"([A-Z0-9_]+)")

// A variable that no program reads is a slip of the pen.
func TestVariablesAreKnown(t *testing.T) {
	common := []string{"GOMEMLIMIT", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} // Go's own, and the bucket's library's
	for _, folder := range []string{"platform", "services/generation/api/judge"} {
		common = append(common, variables(t, folder)...)
	}
	known := make(map[string][]string)
	for name, pkg := range packages {
		known[name] = append(variables(t, pkg), common...)
	}
	eachWay(t, func(t *testing.T, all []object) {
		for name, w := range workloads(t, all) {
			for variable := range w.environment() {
				if ours(w) && !slices.Contains(known[program(w)], variable) && !slices.Contains(known[program(w)], strings.TrimSuffix(variable, "_FILE")) {
					t.Errorf("%s: no program reads %s", name, variable)
				}
			}
		}
	})
}

// variables are those that the source in a folder names.
func variables(t *testing.T, folder string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range variable.FindAllSubmatch(text, -1) {
			found = append(found, string(match[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Whatever is built for a cluster is in the umbrella, under the name of its folder.
func TestEveryPartIsInstalled(t *testing.T) {
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
