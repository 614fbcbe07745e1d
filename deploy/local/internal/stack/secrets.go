package stack

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// secrets reads one secret a file, and makes those that are missing: 32 random bytes in hexadecimal. An empty file
// is what a full disk left.
func secrets(dir string, names ...string) (map[string]string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of secrets: %w", err)
	}
	all := make(map[string]string, len(names))
	for _, name := range names {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) || (err == nil && len(text) == 0) {
			random := make([]byte, 32)
			_, _ = rand.Read(random) // never fails
			text = []byte(hex.EncodeToString(random))
			err = os.WriteFile(path, text, 0o600)
		}
		if err != nil {
			return nil, fmt.Errorf("secret %s: %w", name, err)
		}
		all[name] = strings.TrimSpace(string(text))
	}
	return all, nil
}
