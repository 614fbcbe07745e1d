package watch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestSources(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	seen := make(chan []string, 16)
	ended := make(chan error, 1)
	go func() { ended <- Sources(ctx, []string{dir}, func(paths []string) { seen <- paths }) }()

	write := func(path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("package x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if paths := <-seen; len(paths) > 0 {
		t.Errorf("as the watch began: %v", paths)
	}
	var saved []string
	until := func(path string) {
		t.Helper()
		saved = append(saved, path)
		for {
			write(path)
			select {
			case paths := <-seen:
				if slices.ContainsFunc(paths, func(p string) bool { return !slices.Contains(saved, p) }) {
					t.Errorf("unexpected %v", paths)
				}
				if slices.Contains(paths, path) {
					return
				}
			case <-time.After(2 * debounce):
			case <-ctx.Done():
				t.Fatalf("%s was not seen", path)
			}
		}
	}
	until(filepath.Join(dir, "main.go"))
	write(filepath.Join(dir, "notes.md"))
	write(filepath.Join(dir, ".main.go.swp"))
	until(filepath.Join(dir, "new/folder/00001_images.sql"))
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestIsSource(t *testing.T) {
	cases := map[string]bool{
		"services/gallery/main.go": true, "a/migrations/00001_x.sql": true, "a/site.json": true,
		"a/words.txt": true, "a/providers.yaml": true, "a/poses/wave.webp": true, "a/loops/wave.mp4": true, "a/poses": false,
		"a/like_test.go": false, "a/.#like.go": false, "a/like.go~": false, "a/README.md": false,
	}
	for path, want := range cases {
		if isSource(path) != want {
			t.Errorf("isSource(%q) = %v", path, !want)
		}
	}
}
