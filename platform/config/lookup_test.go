package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestLookup(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("from a file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("LOOKUP_SET", "here")
	t.Setenv("LOOKUP_EMPTY", "")
	t.Setenv("LOOKUP_MOUNTED_FILE", file)
	t.Setenv("LOOKUP_GONE_FILE", file+"-gone")
	for name, want := range map[string]struct {
		value string
		set   bool
		err   error
	}{
		"LOOKUP_SET": {"here", true, nil}, "LOOKUP_EMPTY": {"", true, nil}, "LOOKUP_ABSENT": {"", false, nil},
		"LOOKUP_MOUNTED": {"from a file", true, nil}, "LOOKUP_GONE": {"", true, os.ErrNotExist},
	} {
		if value, set, err := Lookup(name); value.Reveal() != want.value || set != want.set || !errors.Is(err, want.err) {
			t.Errorf("%s: %q, %v, %v", name, value.Reveal(), set, err)
		}
	}
}
