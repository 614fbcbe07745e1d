package testkit

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// ConfigMap is a folder with one file, as Kubernetes mounts a ConfigMap: the file is a link into
// what ..data links to, and a change replaces that link.
type ConfigMap struct {
	Path     string // of the file
	folder   string
	versions int
}

// NewConfigMap mounts a file with that text.
func NewConfigMap(t testing.TB, name, text string) *ConfigMap {
	t.Helper()
	m := &ConfigMap{folder: t.TempDir()}
	m.Path = filepath.Join(m.folder, name)
	m.Replace(t, text)
	if err := os.Symlink(filepath.Join("..data", name), m.Path); err != nil {
		t.Fatal(err)
	}
	return m
}

// Replace changes the text of the file.
func (m *ConfigMap) Replace(t testing.TB, text string) {
	t.Helper()
	m.versions++
	version := "..version-" + strconv.Itoa(m.versions)
	data := filepath.Join(m.folder, "..data")
	former, _ := os.Readlink(data) // none before the first version
	if err := os.Mkdir(filepath.Join(m.folder, version), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(m.folder, version, filepath.Base(m.Path)), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(version, data+"_next"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(data+"_next", data); err != nil {
		t.Fatal(err)
	}
	if former != "" {
		if err := os.RemoveAll(filepath.Join(m.folder, former)); err != nil {
			t.Fatal(err)
		}
	}
}
