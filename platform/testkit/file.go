package testkit

import (
	"os"
	"testing"
)

// ReplaceFile replaces the content of a file atomically, as it happens to a mounted secret.
func ReplaceFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path+".next", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".next", path); err != nil {
		t.Fatal(err)
	}
}
