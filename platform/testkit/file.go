package testkit

import (
	"os"
	"testing"
)

// ReplaceFile gives a file another content as a mounted secret gets it: at once, for whoever reads it meanwhile.
func ReplaceFile(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path+".next", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".next", path); err != nil {
		t.Fatal(err)
	}
}
