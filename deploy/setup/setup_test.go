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
	"time"

	"go.yaml.in/yaml/v3"
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

func TestSetupComparesPrereleases(t *testing.T) {
	const old = "Go 1.26 or newer is needed, this is 1.25."
	for version, want := range map[string]string{"go1.27rc1": "setup: ", "go1.25rc2": old} {
		dir, environment := prepare(t, map[string]string{
			"programs/go": "echo go version " + version + " linux/amd64", "programs/npm": "mkdir -p frontend/node_modules",
		})
		out, err := run(t, dir, environment, "page")
		if (err != nil) != (want == old) || !strings.Contains(out, want) {
			t.Errorf("%s: %v: %s", version, err, out)
		}
	}
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

// A duration in minutes would be taken for as many milliseconds once the platform has started.
func TestADayOfBotsTakesSeconds(t *testing.T) {
	text, err := os.ReadFile("../abusesim/run.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir, environment := prepare(t, map[string]string{
		"deploy/abusesim/run.sh": string(text), "bin/local": "#!/bin/sh\necho started\n",
	})
	for _, length := range []string{"10m", "s", "1.5s"} {
		cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "deploy/abusesim/run.sh"), "--for", length)
		cmd.Env = environment
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "--for takes seconds, not "+length) {
			t.Errorf("%s: %v: %s", length, err, out)
		}
	}
}

// runMake runs targets of the repository's own Makefile.
func runMake(t *testing.T, args ...string) (output string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "make", append([]string{"-C", "../..", "--no-print-directory"}, args...)...)
	cmd.Env = append(os.Environ(), "MAKEFLAGS=", "MAKELEVEL=") // not those of the make that runs this test
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestVerifyRunsAllPartsAndFailsWithOne(t *testing.T) {
	parts := []string{"e2e-crowded", "e2e-secure", "abuse-sim", "chaos"}
	for _, failing := range append(parts, "none") {
		fake := filepath.Join(t.TempDir(), "make")
		text := `#!/bin/sh
for argument; do case $argument in -*|*=*) ;; *) echo "part $argument"; [ "$argument" != ` + failing + ` ] || exit 2 ;; esac; done
`
		if err := os.WriteFile(fake, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		out, err := runMake(t, "verify", "MAKE="+fake)
		if (err != nil) != (failing != "none") {
			t.Errorf("%s fails, and verify ends with %v", failing, err)
		}
		for _, part := range parts {
			if !strings.Contains(out, "part "+part+"\n") {
				t.Errorf("%s fails, and %s does not run:\n%s", failing, part, out)
			}
		}
	}
}

// On a fresh checkout each of these may be the first.
func TestPartsInstallWhatTheyNeed(t *testing.T) {
	for target, want := range map[string]string{
		"test-go": "test", "e2e": "test", "fuzz-api": "test", "test-web": "page", "lint": "page", "generate": "generate",
		"contracts": "generate",
	} {
		out, err := runMake(t, "--dry-run", target)
		if err != nil || !strings.Contains(out, "deploy/setup/setup.sh "+want+"\n") {
			t.Errorf("%s does not install the packages of %s: %v\n%s", target, want, err, out)
		}
	}
}

// An old buf writes other code than the locked one.
func TestSetupRenewsToolsOfAnOldLockFile(t *testing.T) {
	dir, environment := prepare(t, map[string]string{
		"tools/package-lock.json": "{}\n", "programs/npm": `mkdir -p "$3/node_modules"; echo "npm $*"`,
	})
	for _, want := range []int{1, 0} {
		out, err := run(t, dir, environment, "generate")
		if err != nil || strings.Count(out, "npm ci --prefix tools") != want {
			t.Errorf("%v, not %d times: %s", err, want, out)
		}
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "tools/package-lock.json"), later, later); err != nil {
		t.Fatal(err)
	}
	if out, err := run(t, dir, environment, "generate"); err != nil || !strings.Contains(out, "npm ci --prefix tools") {
		t.Errorf("the lock file is newer: %v: %s", err, out)
	}
}

// Chaos runs the last release's programs beside these, which a shallow checkout does not have.
func TestWorkflowFetchesWholeHistory(t *testing.T) {
	text, err := os.ReadFile("../../.github/workflows/ci.yml")
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]any
			}
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}
	whole := 0
	for _, job := range workflow.Jobs {
		for _, step := range job.Steps {
			if strings.HasPrefix(step.Uses, "actions/checkout@") && step.With["fetch-depth"] == 0 {
				whole++
			}
		}
	}
	if whole != len(workflow.Jobs) || whole == 0 {
		t.Errorf("%d of %d jobs check out the whole history", whole, len(workflow.Jobs))
	}
}
