package lifecycle

import (
	"net/http"
	"time"
)

// A reader must take writeChunk bytes within writeTime. There is no bound on a whole answer, because
// streams and long polls live longer than any one figure.
const (
	writeTime  = 20 * time.Second
	writeChunk = 64 << 10
)

// paced gives each chunk that h writes, and the end of its answer, d to reach the reader. A reader that
// is slower loses the connection, so it cannot hold a file or a goroutine for ever.
func paced(h http.Handler, d time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &pacedWriter{ResponseWriter: w, connection: http.NewResponseController(w), each: d}
		_ = p.connection.SetWriteDeadline(time.Time{}) // that of the connection's last request may have passed
		h.ServeHTTP(p, r)
		p.extend()
	})
}

type pacedWriter struct {
	http.ResponseWriter
	connection *http.ResponseController
	each       time.Duration
}

// extend moves the deadline. A writer without deadlines, as tests have it, is not bounded.
func (w *pacedWriter) extend() { _ = w.connection.SetWriteDeadline(time.Now().Add(w.each)) }

// Write implements io.Writer, chunk by chunk.
func (w *pacedWriter) Write(p []byte) (n int, err error) {
	for first := true; err == nil && (first || len(p) > 0); first = false {
		chunk := p[:min(len(p), writeChunk)]
		w.extend()
		var wrote int
		wrote, err = w.ResponseWriter.Write(chunk)
		n, p = n+wrote, p[len(chunk):]
	}
	return n, err
}

// FlushError sends what is buffered, for http.ResponseController.
func (w *pacedWriter) FlushError() error {
	w.extend()
	return w.connection.Flush()
}

// Flush implements http.Flusher, which proxies and middlewares look for.
func (w *pacedWriter) Flush() { _ = w.FlushError() }

// Unwrap gives the writer below, for http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
