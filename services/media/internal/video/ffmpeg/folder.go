package ffmpeg

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// prefix begins the names of this package's temporary folders.
const prefix = "mcwick-media-"

// maxFolderAge is how long after its last write a folder is orphaned: longer than any work takes.
const maxFolderAge = 15 * time.Minute

// Folder creates a folder to work in. The caller removes it with its content.
func Folder() (string, error) { return os.MkdirTemp("", prefix) }

// Sweep removes the folders of programs that died.
func Sweep(now time.Time) (err error) {
	found, err := os.ReadDir(os.TempDir())
	for _, f := range found {
		info, gone := f.Info()
		if gone == nil && f.IsDir() && strings.HasPrefix(f.Name(), prefix) && now.Sub(info.ModTime()) > maxFolderAge {
			err = errors.Join(err, os.RemoveAll(filepath.Join(os.TempDir(), f.Name())))
		}
	}
	return err
}
