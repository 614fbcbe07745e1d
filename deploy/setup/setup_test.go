// Package setup tests the scripts that install what a machine lacks, with programs that stand in for
// apt, npm and compilers.
package setup

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// prepare returns the folder of a small checkout with the scripts, and the environment that they run in.
// The machine has none of Debian's packages.
func prepare(t *testing.T, programs map[string]string) (dir string, environment []string) {
	t.Helper()
	dir = t.TempDir()
	files := map[string]string{
		"go.mod": "go 1.26\n", "deploy/packages.txt": "[run]\nfirst\n[cdn]\nsecond\n",
		"frontend/package.json": `"node": ">=20.19"` + "\n", "frontend/package-lock.json": "{}\n",
		"programs/go": "echo go version go1.26.0 linux/amd64", "programs/node": "echo v22.0.0",
		"programs/dpkg-query": "exit 1", "programs/id": "echo 0", "programs/make": "true",
	}
	for _, script := range []string{"setup.sh", "apt.sh"} {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		files["deploy/setup/"+script] = string(text)
	}
	maps.Copy(files, programs)
	for name, text := range files {
		path := filepath.Join(dir, name)
		if filepath.Dir(name) == "programs" {
			text = "#!/bin/sh\n" + text + "\n"
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir, append(os.Environ(), "PATH="+filepath.Join(dir, "programs")+":"+os.Getenv("PATH"))
}

// run runs the script, without waiting for what it leaves behind.
func run(t *testing.T, dir string, environment []string, args ...string) (output string, err error) {
	t.Helper()
	file, err := os.Create(filepath.Join(dir, "output"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "deploy/setup/setup.sh"), args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = environment, file, file
	err = cmd.Run()
	text, readErr := os.ReadFile(file.Name())
	if readErr != nil {
		t.Fatal(readErr)
	}
	return string(text), err
}

// Systems like Debian have most of its packages, and not all.
func TestSetupNamesUnknownPackages(t *testing.T) {
	dir, environment := prepare(t, map[string]string{
		"deploy/setup/apt.sh": "#!/bin/sh\nexit 1\n", "programs/npm": "true",
		"programs/apt-cache": `[ "$2" = first ]`,
	})
	out, err := run(t, dir, environment, "cdn")
	if err == nil || !strings.Contains(out, "does not know second. Debian 12 is what") {
		t.Errorf("%v: %s", err, out)
	}
}

// npm and make go on beside apt. What failed is tried again at once, and would meet them at work.
func TestSetupWaitsForWhatItStarted(t *testing.T) {
	dir, environment := prepare(t, map[string]string{
		"deploy/setup/apt.sh": "#!/bin/sh\nexit 1\n",
		"programs/npm":        "sleep 1; mkdir frontend/node_modules; touch frontend/node_modules/.package-lock.json",
		"programs/make":       "sleep 2; touch compiled",
	})
	out, err := run(t, dir, environment, "run")
	if err == nil {
		t.Errorf("it succeeds without Debian's packages: %s", out)
	}
	for _, path := range []string{"compiled", "frontend/node_modules/.package-lock.json"} {
		if _, err := os.Stat(filepath.Join(dir, path)); err != nil {
			t.Errorf("it left before %s was there: %s", path, out)
		}
	}
}
