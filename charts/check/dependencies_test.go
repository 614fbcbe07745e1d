package check

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// dependency is what a service knows of others: whose calls it makes, and whose events it consumes.
type dependency struct{ calls, consumes []string }

// dependencies are the only ones between services. Network policies, addresses and imports are held
// to this table, and it has no cycle: each service can be understood, tested and released with
// those alone that it names.
var dependencies = map[string]dependency{
	"gateway": {calls: []string{"gallery", "generation", "identity", "media", "moderation", "wall"},
		consumes: []string{"gallery"}},
	"gallery":    {consumes: []string{"identity", "media"}},
	"generation": {calls: []string{"media", "moderation"}},
	"identity":   {calls: []string{"moderation"}},
	"media":      {calls: []string{"moderation"}, consumes: []string{"identity", "moderation"}},
	"moderation": {},
	"wall":       {calls: []string{"moderation"}, consumes: []string{"moderation"}},
}

// serviceCalls are the table's calls as network policies have them: caller, callee and port.
func serviceCalls() (all []string) {
	for caller, d := range dependencies {
		for _, callee := range d.calls {
			all = append(all, caller+" "+callee+" grpc")
		}
	}
	return all
}

// Verifies MOD-11.
func TestDependenciesHaveNoCycle(t *testing.T) {
	if cycle := findCycle(dependencies); cycle != nil {
		t.Errorf("services depend on each other: %s", strings.Join(cycle, " → "))
	}
	for name, planted := range map[string]map[string]dependency{
		"calls":            {"generation": {calls: []string{"media"}}, "media": {calls: []string{"generation"}}},
		"calls and events": {"a": {calls: []string{"b"}}, "b": {consumes: []string{"c"}}, "c": {calls: []string{"a"}}},
		"itself":           {"a": {calls: []string{"a"}}},
	} {
		if findCycle(planted) == nil {
			t.Errorf("%s: no cycle is found", name)
		}
	}
}

// findCycle returns services of which each depends on the next and the last is the first again, or
// nothing.
func findCycle(all map[string]dependency) []string {
	done := make(map[string]bool)
	var visit func(path []string) []string
	visit = func(path []string) []string {
		name := path[len(path)-1]
		if i := slices.Index(path, name); i < len(path)-1 {
			return path[i:]
		}
		if done[name] {
			return nil
		}
		for _, next := range all[name].names() {
			if cycle := visit(append(slices.Clone(path), next)); cycle != nil {
				return cycle
			}
		}
		done[name] = true
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if cycle := visit([]string{name}); cycle != nil {
			return cycle
		}
	}
	return nil
}

// names are all services that a dependency names, each once, in order.
func (d dependency) names() []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(d.calls, d.consumes))))
}

// Each folder of services is in the table, and imports the contracts of those that the table names
// and of no others else. Tests may look at whatever they hold the service to.
// Verifies MOD-11.
func TestImportsAreDependencies(t *testing.T) {
	folders, err := os.ReadDir(filepath.Join(root, "services"))
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]string{"gateway": "gateway"}
	for _, folder := range folders {
		places[folder.Name()] = "services/" + folder.Name()
	}
	if got, want := slices.Sorted(maps.Keys(places)), slices.Sorted(maps.Keys(dependencies)); !slices.Equal(got, want) {
		t.Fatalf("there are %v, and the table has %v", got, want)
	}
	for name, place := range places {
		imported := importedServices(t, filepath.Join(root, place))
		delete(imported, name)
		if got, want := slices.Sorted(maps.Keys(imported)), dependencies[name].names(); !slices.Equal(got, want) {
			t.Errorf("%s imports the contracts of %v, and the table has %v: %v", name, got, want, imported)
		}
	}
}

// importedServices returns the services whose packages the programs below a folder import, each
// with a file that does.
func importedServices(t *testing.T, folder string) map[string]string {
	t.Helper()
	const prefix = "mcwick.example/services/"
	found := make(map[string]string)
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if below, ok := strings.CutPrefix(name, prefix); ok {
				service, _, _ := strings.Cut(below, "/")
				found[service] = path
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// A service that consumes or publishes events reaches the broker, and a caller of a service has its
// address and no other.
// Verifies MOD-11.
func TestAddressesAreDependencies(t *testing.T) {
	pods := workloads(t, way(t, "plain"))
	for name, d := range dependencies {
		var called []string
		for variable, value := range pods[name].environment() {
			host, ok := strings.CutPrefix(value, "dns:///")
			if !ok {
				continue
			}
			callee, _, _ := strings.Cut(host, ".")
			called = append(called, callee)
			if callee != strings.ToLower(strings.TrimSuffix(variable, "_ADDR")) {
				t.Errorf("%s: %s is the address of %s", name, variable, callee)
			}
		}
		if slices.Sort(called); !slices.Equal(called, slices.Sorted(slices.Values(d.calls))) {
			t.Errorf("%s is configured with the addresses of %v, and calls %v", name, called, d.calls)
		}
		for _, publisher := range d.consumes {
			for _, one := range []string{name, publisher} {
				if !slices.Contains(reaches[one], "kafka") {
					t.Errorf("%s does not reach the broker between %s", one, fmt.Sprint(publisher, " and ", name))
				}
			}
		}
	}
}
