package service_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// ownTables finds statements about tables that platform packages own. A foreign key to one is the
// service's own.
var ownTables = regexp.MustCompile(`\b(FROM|INTO|UPDATE|JOIN|USING|TABLE|TRUNCATE|ON)\s+(jobs|job_lanes|job_turns|job_clock|job_evidence|job_workers|outbox|inbox|operator_acts)\b` +
	`|^(jobs|job_lanes|job_turns|job_clock|job_evidence|job_workers|outbox|inbox|operator_acts)$`)

// past is a migration that ran before the table had an owner.
const past = "media/internal/postgres/migrations/00014_report_lanes.sql"

// Services ask the package that owns a table. What tests of a service look at behind it is their
// own business.
// Verifies OPS-6.
func TestServicesDoNotQueryPlatformTables(t *testing.T) {
	t.Parallel()
	looked := 0
	root := os.DirFS("../../services")
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || strings.Contains(path, ".pb.") ||
			path == past {
			return err
		}
		for _, text := range statements(t, root, path) {
			looked++
			if found := ownTables.FindString(text); found != "" {
				t.Errorf("services/%s: %q is for the package that owns the table", path, found)
			}
		}
		return nil
	})
	if err != nil || looked < 1000 {
		t.Errorf("looked at %d texts, %v", looked, err)
	}
}

// statements returns what may be SQL in a file: string literals of Go, and lines of SQL.
func statements(t *testing.T, root fs.FS, path string) (all []string) {
	t.Helper()
	b, err := fs.ReadFile(root, path)
	if err != nil {
		t.Fatal(err)
	}
	switch filepath.Ext(path) {
	case ".sql":
		return strings.Split(string(b), "\n")
	case ".go":
		file, err := parser.ParseFile(token.NewFileSet(), path, b, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				text, _ := strconv.Unquote(literal.Value) // the parser has read it
				all = append(all, text)
			}
			return true
		})
	}
	return all
}
