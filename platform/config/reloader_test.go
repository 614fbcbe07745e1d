package config

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Verifies OPS-11.
func TestReloaderReloadsChangedFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var lines bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&lines, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	parse := func(s Secret) (string, error) {
		if s == "" {
			return "", errors.New("empty")
		}
		return s.Reveal(), nil
	}
	synctest.Test(t, func(t *testing.T) {
		write("one\n")
		r, err := NewReloader("KEY", SecretLoader("zero", file, parse))
		if err != nil {
			t.Fatal(err)
		}
		want := func(value string) {
			t.Helper()
			if got := r.Get(); got != value {
				t.Errorf("got %q, want %q", got, value)
			}
		}
		want("one")
		write("two\n")
		want("one") // not a second old
		if got := r.Load(); got != "two" {
			t.Errorf("got %q at once", got)
		}
		write("one")
		want("two")
		time.Sleep(reloadInterval)
		want("one")
		write("two")
		time.Sleep(reloadInterval)
		want("two")
		for _, spoil := range []func(){func() { write("") }, func() { write("") }, func() { _ = os.Remove(file) }} {
			spoil()
			time.Sleep(reloadInterval)
			want("two")
		}
		if said := lines.String(); strings.Count(said, "\n") != 2 || strings.Count(said, "name=KEY") != 2 ||
			strings.Contains(said, "two") {
			t.Errorf("logged %s", said)
		}
		write("three")
		time.Sleep(reloadInterval)
		want("three")
	})
}

func TestSecretLoaderWithoutFileKeepsValue(t *testing.T) {
	parse := func(s Secret) (Secret, error) { return s, nil }
	if r, err := NewReloader("KEY", SecretLoader("one", "", parse)); err != nil || r.Get() != "one" {
		t.Errorf("%v", err)
	}
	if _, err := NewReloader("KEY", SecretLoader("one", filepath.Join(t.TempDir(), "none"), parse)); !errors.Is(err,
		os.ErrNotExist) || !strings.HasPrefix(err.Error(), "KEY: ") {
		t.Errorf("of a file that is not there: %v", err)
	}
}

// A variable that is set itself counts, and its file is not read again.
func TestVariableTakesPrecedenceOverFile(t *testing.T) {
	type both struct {
		Key  Secret `env:"KEY"`
		File string `env:"KEY_FILE"`
	}
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("of the file"), 0o600); err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]both{"": {"of the file", file}, "itself": {"itself", ""}} {
		if c, err := Parse[both](map[string]string{"KEY": given, "KEY_FILE": file}); err != nil || c != want {
			t.Errorf("%q: %q, %v", given, c.File, err)
		}
	}
}
