package testkit

import (
	"os"
	"testing"
)

// WriteFile writes a file that its owner alone may read.
func WriteFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// ReplaceFile replaces the content of a file atomically, as it happens to a mounted secret.
func ReplaceFile(t testing.TB, path, text string) {
	t.Helper()
	WriteFile(t, path+".next", text)
	if err := os.Rename(path+".next", path); err != nil {
		t.Fatal(err)
	}
}
