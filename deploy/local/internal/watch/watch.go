// Package watch tells when source files below some folders were saved.
package watch

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// debounce is how long nothing may change before a save counts as over; editors and git write
// several files in a row.
const debounce = 120 * time.Millisecond

// Sources calls changed after each save of a source file below the folders, with the files' paths,
// until ctx ends, and first of all without a path, for what was saved before the watch began. Calls never overlap;
// what is saved meanwhile comes with the next.
func Sources(ctx context.Context, folders []string, changed func(paths []string)) error {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer watcher.Close()
	for _, folder := range folders {
		if err := add(watcher, folder); err != nil {
			return err
		}
	}
	var paths []string
	changed(nil)
	quiet := time.NewTimer(debounce)
	quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-watcher.Errors:
			return err
		case event := <-watcher.Events:
			if event.Has(fsnotify.Create) {
				_ = add(watcher, event.Name) // a new folder; fails for files, which need no watching of their own
			}
			if isSource(event.Name) && !event.Has(fsnotify.Chmod) {
				if !slices.Contains(paths, event.Name) {
					paths = append(paths, event.Name)
				}
				quiet.Reset(debounce)
			}
		case <-quiet.C:
			changed(paths)
			paths = nil
		}
	}
}

// add watches a folder and all below it; the notifications of the system are for single folders.
func add(watcher *fsnotify.Watcher, folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !entry.IsDir():
			return nil
		case path != folder && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules"):
			return fs.SkipDir
		}
		return watcher.Add(path)
	})
}

// isSource tells what may go into a program: Go, and files of any kind, which it may embed. Folders,
// editors' own files, tests and prose do not.
func isSource(path string) bool {
	name := filepath.Base(path)
	if strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasSuffix(name, "_test.go") {
		return false
	}
	return filepath.Ext(name) != "" && filepath.Ext(name) != ".md"
}
