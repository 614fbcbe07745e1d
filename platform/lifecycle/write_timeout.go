package lifecycle

import (
	"net/http"
	"time"
)

// A reader must take writeChunk bytes within writeTimeout. There is no bound on a whole answer,
// because streams and long polls live longer than any one figure.
const (
	writeTimeout = 20 * time.Second
	writeChunk   = 64 << 10
)

// withWriteTimeout gives each chunk that h writes, and the end of its answer, d to reach the
// reader. A reader that is slower loses the connection, so it cannot hold a file or a goroutine for
// ever.
func withWriteTimeout(h http.Handler, d time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &timeoutWriter{ResponseWriter: w, connection: http.NewResponseController(w), timeout: d}
		_ = p.connection.SetWriteDeadline(time.Time{}) // that of the connection's last request may have passed
		h.ServeHTTP(p, r)
		p.extendDeadline()
	})
}

type timeoutWriter struct {
	http.ResponseWriter
	connection *http.ResponseController
	timeout    time.Duration
}

// extendDeadline moves the deadline. A writer without deadlines, as tests have it, is not bounded.
func (w *timeoutWriter) extendDeadline() {
	_ = w.connection.SetWriteDeadline(time.Now().Add(w.timeout))
}

// Write implements io.Writer, chunk by chunk.
func (w *timeoutWriter) Write(p []byte) (n int, err error) {
	for first := true; err == nil && (first || len(p) > 0); first = false {
		chunk := p[:min(len(p), writeChunk)]
		w.extendDeadline()
		var wrote int
		wrote, err = w.ResponseWriter.Write(chunk)
		n, p = n+wrote, p[len(chunk):]
	}
	return n, err
}

// FlushError sends what is buffered, for http.ResponseController.
func (w *timeoutWriter) FlushError() error {
	w.extendDeadline()
	return w.connection.Flush()
}

// Flush implements http.Flusher, which proxies and middlewares look for.
func (w *timeoutWriter) Flush() { _ = w.FlushError() }

// Unwrap returns the writer below, for http.ResponseController.
func (w *timeoutWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
