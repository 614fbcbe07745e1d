// Package images tests the scripts that build images, with an engine that stands in for the real one.
package images

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	digest = "sha256:" + strings.Repeat("a", 64)
	commit = strings.Repeat("c", 40)
)

// run runs a script with an engine that prints what it is asked, and knows one digest, in a tree that git calls
// clean unless CHANGES says what is not committed.
func run(t *testing.T, script, bases string, environment ...string) (string, error) {
	t.Helper()
	programs := t.TempDir()
	for name, text := range map[string]string{
		"engine": "if [ \"$1\" = image ]; then echo \"name@" + digest + "\"; else echo \"engine $*\"; fi",
		"git":    "case $1 in status) echo \"${CHANGES:-}\" ;; rev-parse) echo " + commit + " ;; *) exit 1 ;; esac",
	} {
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"1.0.0", "gallery", "media"}
	if script == "./pin.sh" {
		args = []string{bases}
	}
	cmd := exec.Command(script, args...)
	cmd.Env = append(os.Environ(), append([]string{"ENGINE=" + filepath.Join(programs, "engine"), "BASES=" + bases,
		"PATH=" + programs + ":" + os.Getenv("PATH"), "REPOSITORY=git+https://example.org/mcwick", "CHANGES=",
		"ATTESTATIONS=" + filepath.Join(programs, "attestations")}, environment...)...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// copyBases returns a copy of bases.txt with further lines.
func copyBases(t *testing.T, further string) string {
	t.Helper()
	text, err := os.ReadFile("bases.txt")
	if err != nil {
		t.Fatal(err)
	}
	bases := filepath.Join(t.TempDir(), "bases.txt")
	if err := os.WriteFile(bases, append(text, further...), 0o600); err != nil {
		t.Fatal(err)
	}
	return bases
}

func TestUnknownImageIsRefused(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "./build.sh", "1.0.0", "gallery", "medai")
	cmd.Env = append(os.Environ(), "ENGINE=echo", "ATTESTATIONS="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err == nil || cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), "no image is called medai") ||
		strings.Contains(string(out), "== ") {
		t.Errorf("a misspelt name: %v: %s", err, out)
	}
}

// Without a key the page is signed by one that is thrown away, and a gateway with PAGE_SIGNERS serves none of it.
func TestReleaseOfThePageNeedsItsKey(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "./build.sh", "1.0.0", "page-shell")
	cmd.Env = append(os.Environ(), "ENGINE=echo", "RELEASE=1", "PAGE_SIGNING_KEY_FILE=", "ATTESTATIONS="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "needs PAGE_SIGNING_KEY_FILE") || strings.Contains(string(out), "== ") {
		t.Errorf("%v: %s", err, out)
	}
}

// Verifies OPS-38.
func TestReleaseIsBuiltFromDigestsAlone(t *testing.T) {
	if out, err := run(t, "./build.sh", "deploy/images/bases.txt", "RELEASE=1"); err != nil || strings.Count(out, "@sha256:") == 0 {
		t.Errorf("a release is not built from what bases.txt names: %v: %s", err, out)
	}
	bases := copyBases(t, "EXTRA busybox:1\n")
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
	if out, err := run(t, "./build.sh", bases, "RELEASE=1"); !regexp.MustCompile(`--build-arg SNAPSHOT=\d{8}T000000Z `).MatchString(out) {
		t.Errorf("a release takes Debian's packages of any day: %v: %s", err, out)
	}
	pinned, err := os.ReadFile(bases)
	if err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(t.TempDir(), "bases.txt")
	testDay := regexp.MustCompile(`(?m)^SNAPSHOT .*$`).ReplaceAllString(string(pinned), "SNAPSHOT 20260101T000000Z")
	if err := os.WriteFile(old, []byte(testDay), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := run(t, "./build.sh", old, "RELEASE=1"); err != nil || !strings.Contains(out, "without the fixes since") {
		t.Errorf("packages of an old day are taken without a word: %v: %s", err, out)
	}
	if out, _ := run(t, "./build.sh", bases, "RELEASE=1"); strings.Contains(out, "without the fixes since") {
		t.Errorf("today's packages are called old: %s", out)
	}
	for name, without := range map[string]string{
		"none":    regexp.MustCompile(`(?m)^SNAPSHOT .*$`).ReplaceAllString(string(pinned), "SNAPSHOT none"),
		"no line": regexp.MustCompile(`(?m)^SNAPSHOT .*\n`).ReplaceAllString(string(pinned), ""),
	} {
		anyDay := filepath.Join(t.TempDir(), "bases.txt")
		if err := os.WriteFile(anyDay, []byte(without), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := run(t, "./build.sh", anyDay, "RELEASE=1"); err == nil || !strings.Contains(out, "SNAPSHOT") {
			t.Errorf("%s: a release takes Debian's packages of any day: %v: %s", name, err, out)
		}
	}
	if kept, _ := os.ReadFile(bases); !strings.HasPrefix(string(kept), "# ") {
		t.Error("the comments are gone")
	}
}

// Beside each image is what a signer takes: the bill of materials, which the engine writes, and how it was
// built.
// Verifies OPS-37.
func TestImagesAreDescribedForTheSigner(t *testing.T) {
	bases := copyBases(t, "EXTRA busybox:1\n")
	if out, err := run(t, "./build.sh", bases); err != nil || !strings.Contains(out, "no provenance: ") {
		t.Errorf("an image of tags says where it comes from: %v: %s", err, out)
	}
	if out, err := run(t, "./pin.sh", bases); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, environment := range [][]string{{"CHANGES= M go.mod"}, {"REPOSITORY="}} {
		attestations := t.TempDir()
		out, err := run(t, "./build.sh", bases, append(environment, "ATTESTATIONS="+attestations)...)
		if err != nil || !strings.Contains(out, "no provenance: ") {
			t.Errorf("%v: %v: %s", environment, err, out)
		}
		if found, _ := filepath.Glob(attestations + "/*/provenance.json"); len(found) > 0 {
			t.Errorf("%v: it cannot be built again from what it says: %v", environment, found)
		}
		if out, err := run(t, "./build.sh", bases, append(environment, "RELEASE=1")...); err == nil {
			t.Errorf("%v: a release does not say where it comes from: %s", environment, out)
		}
	}
	attestations := t.TempDir()
	out, err := run(t, "./build.sh", bases, "RELEASE=1", "ATTESTATIONS="+attestations)
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, want := range map[string]struct {
		program string
		from    []string // what it was built with
		bill    string
	}{
		"gallery": {"services/gallery", []string{"", "golang:1.26-bookworm"}, "--target bill --output " + attestations + "/gallery "},
		"media": {"services/media", []string{"", "golang:1.26-bookworm", "debian:bookworm-slim"},
			"--target bill --output " + attestations + "/media "},
	} {
		var predicate struct {
			BuildDefinition struct {
				ExternalParameters   map[string]string
				ResolvedDependencies []struct {
					Name   string
					Digest map[string]string
				}
			}
		}
		text, err := os.ReadFile(filepath.Join(attestations, name, "provenance.json"))
		if err == nil {
			err = json.Unmarshal(text, &predicate)
		}
		if err != nil {
			t.Error(err)
			continue
		}
		var from []string
		for _, used := range predicate.BuildDefinition.ResolvedDependencies {
			from = append(from, used.Name)
			if used.Name == "" && used.Digest["gitCommit"] != commit || used.Name != "" && "sha256:"+used.Digest["sha256"] != digest {
				t.Errorf("%s: it is built from something else: %s", name, text)
			}
		}
		parameters := predicate.BuildDefinition.ExternalParameters
		if parameters["program"] != want.program || (name == "media") != (parameters["packages"] == "ffmpeg librsvg2-bin libwebp-dev fonts-noto-color-emoji") || len(parameters["snapshot"]) != len("20260101T000000Z") ||
			!slices.Equal(from, want.from) {
			t.Errorf("%s: it is about something else: %s", name, text)
		}
		if !strings.Contains(out, want.bill) {
			t.Errorf("%s has no bill of materials beside it: %s", name, out)
		}
	}
}
