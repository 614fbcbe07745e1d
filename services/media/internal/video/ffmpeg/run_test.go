package ffmpeg

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
)

// An input that a program rejects is bad; one that it could not check may be good, and is retried.
func TestOnlyDecoderFailureBlamesInput(t *testing.T) {
	for script, bad := range map[string]bool{
		"exit 1":     true,
		"exit 0":     true, // and nothing is decoded
		"kill -9 $$": false,
	} {
		t.Run(script, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
			if _, err := New(testkit.DiscardLog()).Voice(t.Context(), nil, time.Second, nil); err == nil ||
				errors.Is(err, ErrSilent) != bad {
				t.Errorf("got %v", err)
			}
		})
	}
}
