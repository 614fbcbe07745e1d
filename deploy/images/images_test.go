// Package images tests the scripts that build images, with an engine that stands in for the real one.
package images

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var digest = "sha256:" + strings.Repeat("a", 64)

// run runs a script with an engine that prints what it is asked, and knows one digest.
func run(t *testing.T, script, bases string, environment ...string) (string, error) {
	t.Helper()
	engine := filepath.Join(t.TempDir(), "engine")
	text := "#!/bin/sh\nif [ \"$1\" = image ]; then echo \"name@" + digest + "\"; else echo \"engine $*\"; fi\n"
	if err := os.WriteFile(engine, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	args := []string{"1.0.0", "gallery"}
	if script == "./pin.sh" {
		args = []string{bases}
	}
	cmd := exec.Command(script, args...)
	cmd.Env = append(os.Environ(), append(environment, "ENGINE="+engine, "BASES="+bases)...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Verifies OPS-38.
func TestReleaseIsBuiltFromDigestsAlone(t *testing.T) {
	text, err := os.ReadFile("bases.txt")
	if err != nil {
		t.Fatal(err)
	}
	bases := filepath.Join(t.TempDir(), "bases.txt")
	if err := os.WriteFile(bases, append(text, "EXTRA busybox:1\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := run(t, "./build.sh", bases, "RELEASE=1"); err == nil || !strings.Contains(out, "EXTRA busybox:1") ||
		strings.Contains(out, "engine build") {
		t.Errorf("a base image without a digest is taken: %v: %s", err, out)
	}
	if out, err := run(t, "./build.sh", bases); err != nil || !strings.Contains(out, "--build-arg EXTRA=busybox:1 ") {
		t.Errorf("what is no release is not built from tags: %v: %s", err, out)
	}
	if out, err := run(t, "./pin.sh", bases); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for range 2 { // pinned again it is the same
		out, err := run(t, "./build.sh", bases, "RELEASE=1")
		if err != nil || !strings.Contains(out, "--build-arg EXTRA=busybox:1@"+digest+" ") {
			t.Errorf("a release is not built from digests: %v: %s", err, out)
		}
		if out, err := run(t, "./pin.sh", bases); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if kept, _ := os.ReadFile(bases); !strings.HasPrefix(string(kept), "# ") {
		t.Error("the comments are gone")
	}
}
