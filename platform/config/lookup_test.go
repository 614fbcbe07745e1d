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
	e := Environment{"SET": "here", "EMPTY": "", "MOUNTED_FILE": file, "GONE_FILE": file + "-gone"}
	for name, want := range map[string]struct {
		value string
		set   bool
		err   error
	}{
		"SET": {"here", true, nil}, "EMPTY": {"", true, nil}, "ABSENT": {"", false, nil},
		"MOUNTED": {"from a file", true, nil}, "GONE": {"", true, os.ErrNotExist},
	} {
		if value, set, err := e.Lookup(name); value.Reveal() != want.value || set != want.set ||
			!errors.Is(err, want.err) {
			t.Errorf("%s: %q, %v, %v", name, value.Reveal(), set, err)
		}
	}
}
