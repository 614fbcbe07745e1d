package ffmpeg

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
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
		"echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1": false,
		"echo 'Error: Cannot allocate memory' >&2; exit 1":                         false,
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

// What a program wrote is read however late: as here, where another process keeps its output open after its end.
func TestOutputIsReadAfterProgramEnded(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte("#!/bin/sh\nsleep 1 &\necho sound\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	out, err := New(testkit.DiscardLog()).run(t.Context(), call{program: "ffmpeg", dir: dir, maxOut: 100})
	if err != nil || string(out) != "sound\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// What a decoder is made to do by its input ends at its folder: ffmpeg itself is asked here, without
// its protocol whitelist.
//
// Verifies OPS-32.
func TestProgramsReachNothingOutsideTheirFolder(t *testing.T) {
	own, other := t.TempDir(), t.TempDir()
	for _, dir := range []string{own, other} {
		testkit.WriteFile(t, filepath.Join(dir, "secret"), "secret")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "secret")
	}))
	defer server.Close()
	read := func(from string, to ...string) (string, error) {
		args := append([]string{"-nostdin", "-v", "error", "-f", "s16le", "-i", from, "-f", "s16le"}, to...)
		c := call{program: "ffmpeg", dir: own, maxOut: 100, args: args}
		out, err := New(testkit.DiscardLog()).run(t.Context(), c)
		return string(out), err
	}
	if out, err := read("secret", "pipe:1"); err != nil || out != "secret" {
		t.Errorf("its own file: %q, %v", out, err)
	}
	if _, err := read("secret", "copy"); err != nil {
		t.Errorf("write into its folder: %v", err)
	}
	for name, refused := range map[string]struct{ from, to string }{
		"read a file":  {filepath.Join(other, "secret"), "pipe:1"},
		"write a file": {"secret", filepath.Join(other, "copy")},
		"fetch":        {server.URL, "pipe:1"},
		"send (UDP)":   {"secret", "udp://" + server.Listener.Addr().String()},
	} {
		if out, err := read(refused.from, refused.to); err == nil || strings.Contains(out, "secret") {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
}
