package dependencies

import (
	"encoding/json"
	"encoding/xml"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// files lists those of the repository with a name.
func files(t *testing.T, name string) []string {
	t.Helper()
	list := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", name, "**/"+name)
	list.Dir = root
	out, err := list.Output()
	if err != nil || len(out) == 0 {
		t.Fatalf("no %s: %v", name, err)
	}
	return strings.Fields(string(out))
}

// Each dependency has a line, and each line its dependency.
// Verifies OPS-36.
func TestEveryDirectDependencyIsDescribed(t *testing.T) {
	wanted := make(map[string]string) // by name, where it is asked for
	want := func(where string, names ...string) {
		for _, name := range names {
			wanted[name] = where
		}
	}
	for _, file := range files(t, "go.mod") {
		want(file, goModules(t, file)...)
	}
	for _, file := range files(t, "package.json") {
		want(file, packages(t, file)...)
	}
	for _, file := range []string{"deploy/packages.txt", "deploy/images/build.sh", "deploy/images/Containerfile"} {
		want(file, debian(t, file)...)
	}
	want("tools/kafka/pom.xml", artifacts(t)...)
	want("tools/fuzz/requirements.txt", "schemathesis") // the file says that the rest is what it needs

	described := make(map[string]bool)
	for line := range strings.Lines(read(t, "docs/dependencies.md")) {
		if cells := strings.Split(line, "|"); len(cells) == 7 {
			for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
				described[name[1]] = true
			}
			if slices.ContainsFunc(cells[1:6], func(c string) bool { return strings.TrimSpace(c) == "" }) {
				t.Errorf("something is left out: %s", line)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		if !described[name] {
			t.Errorf("%s of %s has no line in docs/dependencies.md", name, wanted[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(described)) {
		if wanted[name] == "" {
			t.Errorf("%s has a line in docs/dependencies.md, and nothing asks for it", name)
		}
	}
}

// goModules are the direct requirements and the tools of a module, our own left out.
func goModules(t *testing.T, file string) (names []string) {
	t.Helper()
	edit := exec.Command("go", "mod", "edit", "-json", file)
	edit.Dir = root
	out, err := edit.Output()
	if err != nil {
		t.Fatal(err)
	}
	var module struct {
		Require []struct {
			Path     string
			Indirect bool
		}
		Tool []struct{ Path string }
	}
	if err := json.Unmarshal(out, &module); err != nil {
		t.Fatal(err)
	}
	for _, r := range module.Require {
		if !r.Indirect {
			names = append(names, r.Path)
		}
	}
	for _, tool := range module.Tool {
		names = append(names, tool.Path)
	}
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, "mcwick.example") })
}

// packages are those of npm that a package asks for, our own left out.
func packages(t *testing.T, file string) (names []string) {
	t.Helper()
	var manifest map[string]json.RawMessage
	if err := json.Unmarshal([]byte(read(t, file)), &manifest); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"dependencies", "devDependencies", "optionalDependencies", "peerDependencies"} {
		var required map[string]string
		if manifest[kind] == nil {
			continue
		}
		if err := json.Unmarshal(manifest[kind], &required); err != nil {
			t.Fatal(err)
		}
		names = slices.AppendSeq(names, maps.Keys(required))
	}
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, "@mcwick/") })
}

// debian are the packages that a machine needs, or an image.
func debian(t *testing.T, file string) (names []string) {
	t.Helper()
	for line := range strings.Lines(read(t, file)) {
		line = strings.TrimSpace(line)
		switch fields := strings.Fields(line); {
		case line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "["):
		case strings.HasSuffix(file, ".txt"):
			names = append(names, line)
		case len(fields) > 3 && fields[1] == "debian":
			names = append(names, fields[3:]...)
		case strings.Contains(line, "apt-get install"):
			_, list, _ := strings.Cut(line, "--no-install-recommends ")
			for name := range strings.FieldsSeq(strings.TrimSuffix(list, "\\")) {
				if !strings.HasPrefix(name, "$") {
					names = append(names, name)
				}
			}
		}
	}
	if len(names) == 0 {
		t.Errorf("%s asks for nothing", file)
	}
	return names
}

// artifacts are those of Maven.
func artifacts(t *testing.T) (names []string) {
	t.Helper()
	var project struct {
		Dependencies []struct {
			Group    string `xml:"groupId"`
			Artifact string `xml:"artifactId"`
		} `xml:"dependencies>dependency"`
	}
	if err := xml.Unmarshal([]byte(read(t, "tools/kafka/pom.xml")), &project); err != nil {
		t.Fatal(err)
	}
	for _, d := range project.Dependencies {
		names = append(names, d.Group+":"+d.Artifact)
	}
	return names
}
