package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/api/httpbody"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// fakeMedia plays the media service behind the operators' port.
type fakeMedia struct {
	mediav1.UnimplementedMediaOperatorServiceServer
	*fakeWall
}

func (p fakeMedia) ShowPublication(ctx context.Context, r *mediav1.ShowPublicationRequest) (*httpbody.HttpBody, error) {
	return &httpbody.HttpBody{ContentType: "image/png", Data: []byte("a picture")},
		p.record(ctx, "show", r.GetPublicationId())
}

func (p fakeMedia) ImportArt(ctx context.Context, r *mediav1.ImportArtRequest) (*mediav1.Publication, error) {
	return &mediav1.Publication{Id: "p7"},
		p.record(ctx, "import", string(r.GetImage()), r.GetCaption(), r.GetSignature(), r.GetIdempotencyKey(),
			r.GetNote())
}

func TestPictureCommands(t *testing.T) {
	s, run := newEnvironment(t)
	folder := t.TempDir()
	file, out := filepath.Join(folder, "art.png"), filepath.Join(folder, "look.png")
	testkit.WriteFile(t, file, "bytes")
	sum := sha256.Sum256([]byte("bytes"))
	for _, c := range []struct{ line, want, says string }{
		{"show p1 --out " + out, "ada show p1", "Saved as " + out},
		{"show p1 --out -", "ada show p1", "a picture"},
		{"import " + file + " --caption light --signature @house --note launch", "ada import bytes light @house " +
			hex.EncodeToString(sum[:]) + " launch", "It hangs as p7"},
	} {
		said, err := run(append([]string{"picture", "--as", "ada"}, strings.Fields(c.line)...)...)
		if err != nil || !strings.Contains(said, c.says) {
			t.Errorf("%s: %v\n%s", c.line, err, said)
		}
		if last := s.requests[len(s.requests)-1]; last != c.want {
			t.Errorf("%s asked %q", c.line, last)
		}
	}
	if b, err := os.ReadFile(out); err != nil || string(b) != "a picture" {
		t.Errorf("saved %q, %v", b, err)
	}

	for _, kind := range []string{"picture", "video"} {
		out := filepath.Join(folder, kind)
		said, err := run(kind, "show", "p1", "--as", "ada", "--json", "--out", out)
		if b, missing := os.ReadFile(out); err != nil || missing != nil || len(b) == 0 ||
			!strings.Contains(said, `"file": "`+out) {
			t.Errorf("%s as JSON: %v, saved %q\n%s", kind, err, b, said)
		}
	}

	large := filepath.Join(folder, "large.png")
	testkit.WriteFile(t, large, "")
	if err := os.Truncate(large, 10<<20+1); err != nil {
		t.Fatal(err)
	}
	s.requests = nil
	for line, says := range map[string]string{
		"show":             "accepts 1 arg",
		"show p1":          "out",
		"import " + folder: "is no file of at most 10 MB",
		"import " + large:  "is no file of at most 10 MB",
		"import none.png":  "no such file",
		"burn p1":          "unknown",
	} {
		said, err := run(append([]string{"picture", "--as", "ada"}, strings.Fields(line)...)...)
		if err == nil || !strings.Contains(describeError(err), says) {
			t.Errorf("%s: %v\n%s", line, err, said)
		}
	}
	if len(s.requests) != 0 {
		t.Errorf("asked %q all the same", s.requests)
	}
	if said, err := run("picture", "show", "p1", "--as", "ada", "--out", out); err == nil {
		t.Errorf("a file that was there is written over: %s", said)
	}
}
