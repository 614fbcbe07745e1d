package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// published is the schema of a version of CycloneDX, which the library carries.
func published(t *testing.T, version string) *jsonschema.Schema {
	t.Helper()
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	for name, file := range map[string]string{"bom-" + version + ".schema.json": "bom-" + version + ".schema.json",
		"spdx.schema.json": "spdx.schema.json", "jsf-0.82.schema.json": "jsf-0.82.schemax.json"} {
		text, err := os.Open(filepath.Join(strings.TrimSpace(string(folder)), "schema", file))
		if err != nil {
			t.Fatal(err)
		}
		defer text.Close()
		parsed, err := jsonschema.UnmarshalJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := compiler.AddResource("http://cyclonedx.org/schema/"+name, parsed); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := compiler.Compile("http://cyclonedx.org/schema/bom-" + version + ".schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// The bills of materials of both kinds of images, of a program and of the page, are what the
// published schema says, and name what is inside.
// Verifies OPS-37.
func TestBillsOfMaterialsAreThoseOfTheSchema(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for what, make := range map[string]*exec.Cmd{
		"pkg:golang/github.com/cyclone": exec.Command(program, program),
		"pkg:npm/react@": exec.Command("npm", "--prefix", "../../frontend", "sbom", "--package-lock-only", "--sbom-format",
			"cyclonedx"),
	} {
		var problems bytes.Buffer
		make.Stderr = &problems
		out, err := make.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, problems.String())
		}
		var bill struct {
			SpecVersion string
			Components  []struct{ PURL string }
		}
		if err := json.Unmarshal(out, &bill); err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := published(t, bill.SpecVersion).Validate(document); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		found := false
		for _, c := range bill.Components {
			found = found || strings.HasPrefix(strings.ToLower(c.PURL), what)
		}
		if !found || len(bill.Components) < 2 {
			t.Errorf("%s is not among %d components", what, len(bill.Components))
		}
	}
}
