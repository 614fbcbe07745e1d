package stack

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"mcwick.example/deploy/local/internal/console"
)

const pageMessages = 40 // lines that are repeated when the page does not build

// buildPage builds the page when a source is newer than what was built.
func (s *Stack) buildPage(ctx context.Context, out *console.Console) error {
	began := time.Now()
	// two builds at once would spoil each other's temporary files
	release, err := lockFile(ctx, filepath.Join(s.root, "bin/page.lock"))
	if err != nil {
		return err
	}
	defer release()
	frontend := filepath.Join(s.root, "frontend")
	built, err := os.Stat(filepath.Join(frontend, "dist/index.html"))
	isSigned := exists(filepath.Join(frontend, "dist/manifest.jws"))
	// with the key gone, nothing could tell who signed
	if err == nil && isSigned == (s.pageKey() != "") && !newerThan(frontend, built.ModTime()) &&
		!newerThan(filepath.Join(s.root, "services/media/internal/fonts"), built.ModTime()) { // the editor's
		return nil
	}
	cmd := exec.CommandContext(ctx, "npm", "run", "--silent", "build")
	cmd.Dir, cmd.Env = frontend, append(os.Environ(), "NO_COLOR=1")
	var messages []string
	cmd.Stdout = &console.Lines{Each: func(line string) { messages = append(messages, line) }}
	cmd.Stderr = cmd.Stdout
	stop := repeat(ctx, func() { out.Progress("building the page") })
	err = cmd.Run()
	stop()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("the page does not build:\n%s",
			strings.Join(messages[:min(len(messages), pageMessages)], "\n"))
	}
	out.Progress("page       built in %s", console.Seconds(time.Since(began)))
	return nil
}

// pageKey returns the public half of the key that builds on this machine sign the page with, which the first
// build makes; "" before.
func (s *Stack) pageKey() string {
	key, err := os.ReadFile(filepath.Join(s.root, ".local/page-signing-key.pem.pub"))
	if err != nil {
		return ""
	}
	return string(key)
}

// newerThan reports whether a source of the page changed after a moment.
func newerThan(dir string, moment time.Time) bool {
	newer := false
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "dist" || entry.Name() == "e2e" ||
			entry.Name() == "test-results" ||
			(path != dir && entry.Name()[0] == '.')):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		info, err := entry.Info()
		if err == nil && info.ModTime().After(moment) {
			newer = true
			return fs.SkipAll
		}
		return nil
	})
	return newer
}
