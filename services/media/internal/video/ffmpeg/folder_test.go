package ffmpeg

import (
	"os"
	"testing"
	"time"
)

func TestFoldersOfDeadProcessesAreRemoved(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // other processes use the real one
	abandoned, err := Folder()
	if err != nil {
		t.Fatal(err)
	}
	somebodys, err := os.MkdirTemp("", "other-")
	if err != nil {
		t.Fatal(err)
	}
	left := func(after time.Duration) (n int) {
		t.Helper()
		if err := Sweep(time.Now().Add(after)); err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{abandoned, somebodys} {
			if _, err := os.Stat(dir); err == nil {
				n++
			}
		}
		return n
	}
	if n := left(10 * time.Minute); n != 2 {
		t.Errorf("%d folders are left while a process may use them", n)
	}
	if n := left(20 * time.Minute); n != 1 {
		t.Errorf("%d folders are left, not those of other processes alone", n)
	}
}
