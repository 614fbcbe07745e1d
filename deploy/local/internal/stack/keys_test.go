package stack

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcwick.example/platform/config"
	"mcwick.example/platform/testkit"
)

func TestNewFolderGetsSealKeys(t *testing.T) {
	s := newStack(t, Settings{})
	text, err := os.ReadFile(s.Folder(sealKeysFile))
	if err != nil {
		t.Fatal(err)
	}
	if keys, err := config.ParseKeys(config.Secret(text), nil); err != nil || len(keys) != 1 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
	env := s.gateway().env
	for _, want := range []string{"VISITOR_KEY_FILE=" + s.Folder("secrets/visitor-key"), "SEAL_KEYS_FILE=" +
		s.Folder(sealKeysFile)} {
		if !slices.Contains(env, want) {
			t.Errorf("%s is missing in %q", want, env)
		}
	}
	again, err := New(Settings{Data: s.data})
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := os.ReadFile(again.Folder(sealKeysFile)); err != nil || string(kept) != string(text) ||
		exists(s.Folder("secrets/device-key")) {
		t.Errorf("the second start has other keys, %v", err)
	}
}

func TestSealKeysThatWereNotWrittenAreMadeAgain(t *testing.T) {
	s := newStack(t, Settings{})
	if err := os.Truncate(s.Folder(sealKeysFile), 0); err != nil {
		t.Fatal(err)
	}
	again, err := New(Settings{Data: s.data})
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(again.Folder(sealKeysFile)); err != nil || info.Size() == 0 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestFolderOfLastReleaseKeepsKey(t *testing.T) {
	data := t.TempDir()
	path := filepath.Join(data, "secrets/device-key")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	key := strings.Repeat("k", 64)
	testkit.WriteFile(t, path, key)
	s, err := New(Settings{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	env := strings.Join(s.gateway().env, "\n")
	if kept, err := os.ReadFile(path); err != nil || string(kept) != key ||
		!strings.Contains(env, "DEVICE_KEY_FILE="+path) ||
		strings.Contains(env, "VISITOR_KEY") || strings.Contains(env, "SEAL_KEYS") {
		t.Errorf("the gateway's environment is\n%s, %v", env, err)
	}
	testkit.WriteFile(t, s.Folder(sealKeysFile), "device\n1 "+key+"\n")
	if env := s.gateway().env; !slices.Contains(env, "SEAL_KEYS_FILE="+s.Folder(sealKeysFile)) {
		t.Errorf("seal keys that were added are not in %q", env)
	}
}
