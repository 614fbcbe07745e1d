package postgres

import (
	"embed"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// Tables are tables that change together.
type Tables struct {
	Files fs.FS // the migrations, *.sql
	// the table that records which of them were applied; empty for goose_db_version, which the
	// service's own have
	Versions string
}

// Schema is all that a service's database has, in the order in which it is migrated: tables of
// platform packages, then its own.
type Schema []Tables

// EmbeddedTables returns the tables of a package whose migrations are in its folder of that name.
func EmbeddedTables(files embed.FS, versions string) Tables {
	sub, _ := fs.Sub(files, "migrations") // the path is constant and valid
	return Tables{Files: sub, Versions: versions}
}

func (t Tables) versions() string {
	if t.Versions == "" {
		return goose.DefaultTablename
	}
	return t.Versions
}

// newest returns the version that the migrations lead to.
func (t Tables) newest() (version int64) {
	names, _ := fs.Glob(t.Files, "*.sql") // the pattern is constant and well-formed
	for _, name := range names {
		if v, err := goose.NumericComponent(name); err == nil {
			version = max(version, v)
		}
	}
	return version
}
