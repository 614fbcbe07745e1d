package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

// distinct gives images what those of a gallery have: placeholders that no compression makes smaller, and
// texts of their own.
func distinct(n int) []*galleryv1.Image {
	random := rand.NewChaCha8([32]byte{1})
	all := memes(n)
	for _, image := range all {
		b := make([]byte, 150) // at most 200 characters
		_, _ = random.Read(b)
		image.Placeholder = base64.StdEncoding.EncodeToString(b)
		_, _ = random.Read(b)
		image.Caption = base64.RawStdEncoding.EncodeToString(b)[:40]
		image.Action = base64.RawStdEncoding.EncodeToString(b)[40:70]
	}
	return all
}

// getRaw requests an address, and decodes nothing; header is name, value, name, value.
func (w *environment) getRaw(t *testing.T, path string, header ...string) (*http.Response, []byte) {
	t.Helper()
	header = append([]string{"Accept-Encoding", "gzip"}, header...)
	resp, body := w.do(t, "GET", path, "", header...)
	return resp, []byte(body)
}

func decompress(t *testing.T, b []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// Verifies GAL-21.
func TestListsAreCompressedOnce(t *testing.T) {
	w, _ := newUnlimitedEnvironment(t)
	now := w.stopClock()
	w.services.set(nil, distinct(24)...)
	plain, body := w.do(t, "GET", list, "", "Accept-Encoding", "identity")
	resp, small := w.getRaw(t, list)
	if resp.Header.Get("Content-Encoding") != "gzip" || decompress(t, small) != body ||
		resp.ContentLength != int64(len(small)) {
		t.Fatalf("%d bytes, %v", len(small), resp.Header)
	}
	if len(small) > 9000 {
		t.Errorf("a page of 24 pictures has %d bytes", len(small))
	}
	t.Logf("%d bytes, in gzip %d", len(body), len(small))
	tag := resp.Header.Get("ETag")
	if tag == plain.Header.Get("ETag") || plain.Header.Get("Content-Encoding") != "" ||
		plain.Header.Get("Vary") != "Accept-Encoding" || resp.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("plain %v, compressed %v", plain.Header, resp.Header)
	}
	if resp, b := w.getRaw(t, list, "If-None-Match", tag); resp.StatusCode != http.StatusNotModified || len(b) != 0 {
		t.Errorf("with its tag: %s", resp.Status)
	}
	if resp, b := w.getRaw(t, list, "Range", "bytes=0-9"); resp.StatusCode != http.StatusPartialContent ||
		resp.Header.Get("Content-Encoding") != "" || string(b) != body[:10] {
		t.Errorf("a range: %s %q", resp.Status, b)
	}
	if resp, _ := w.do(t, "GET", list, "", "Accept-Encoding", "gzip;q=0"); resp.Header.Get("Content-Encoding") != "" {
		t.Error("who refuses gzip receives it")
	}

	compressed := func() *byte {
		a, _ := w.gateway.cache.responses.GetIfPresent(list)
		return &a.compressed()[0]
	}
	before := compressed()
	now.add(2 * time.Second)
	calls := w.services.calls()
	if w.getRaw(t, list); w.services.calls() == calls || compressed() != before {
		t.Error("the same bytes are compressed again")
	}
	w.services.set(nil, distinct(23)...)
	now.add(2 * time.Second)
	if _, b := w.getRaw(t, list); decompress(t, b) == body {
		t.Error("the news are not there")
	}
}

// Verifies GAL-21.
func TestPagesAreCompressed(t *testing.T) {
	w, _ := newUnlimitedEnvironment(t)
	w.services.set(nil, memes(1)...)
	for _, path := range []string{"/", "/gallery/0192aaaa-0000-7000-8000-000000000000"} {
		plain, body := w.do(t, "GET", path, "", "Accept-Encoding", "identity")
		resp, small := w.getRaw(t, path)
		if decompress(t, small) != body || !strings.Contains(body, "<title>") ||
			resp.Header.Get("ETag") == plain.Header.Get("ETag") {
			t.Errorf("%s: %d bytes, %v", path, len(small), resp.Header)
		}
	}
	if resp, _ := w.getRaw(t, "/config.json"); resp.Header.Get("Content-Encoding") != "" {
		t.Error("what is small is compressed")
	}
}

// BenchmarkCompress is what a new version of a page of 24 pictures costs.
func BenchmarkCompress(b *testing.B) {
	body, err := protojson.Marshal(&galleryv1.ListImagesResponse{Images: distinct(24)})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		compress(body)
	}
}
