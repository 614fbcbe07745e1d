package main

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"

	"mcwick.example/platform/staticfiles"
)

const (
	// minCompressed is the size from which an answer is compressed: a smaller one fits a packet as it is.
	minCompressed = 1 << 10
	// compressionLevel was measured on pages of 24 pictures, of 18 kB: 6 takes 0.07 ms for 5.8 kB. Brotli has 4 %
	// less in three times that, and 12 % in 13 ms, which is too long for what changes each second.
	compressionLevel = 6
)

// compressors are lent, because each has a megabyte.
var compressors = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(io.Discard, compressionLevel) // never fails: the level is one
	return w
}}

// compress returns bytes in gzip, or nil when they are not worth it.
func compress(b []byte) []byte {
	if len(b) < minCompressed {
		return nil
	}
	var out bytes.Buffer
	w := compressors.Get().(*gzip.Writer)
	defer compressors.Put(w)
	w.Reset(&out)
	_, _ = w.Write(b) // never fails: a buffer takes all
	_ = w.Close()
	return bytes.Clone(out.Bytes())
}

// serveTagged serves bytes of memory with their entity tag, also in ranges and to conditions. With
// compressed not nil, it serves what that returns to those who read gzip; its tag is another one. It calls
// it only then.
func serveTagged(w http.ResponseWriter, r *http.Request, b []byte, etag string, compressed func() []byte) {
	h := w.Header()
	if compressed != nil && len(b) >= minCompressed {
		h.Add("Vary", "Accept-Encoding")
		if r.Header["Range"] == nil && staticfiles.AcceptsEncoding(r, "gzip") {
			b, etag = compressed(), strings.TrimSuffix(etag, `"`)+`-gzip"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("ETag", etag)
	if isConditional(r) {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(b)))
	_, _ = w.Write(b) // without the copies that ServeContent makes; a client that left does not read it
}

// isConditional reports whether a request asks for anything but the whole answer.
func isConditional(r *http.Request) bool {
	return r.Method != http.MethodGet || r.Header["If-None-Match"] != nil || r.Header["If-Match"] != nil ||
		r.Header["Range"] != nil
}
