package main

import (
	"net/http"
	"strings"

	"mcwick.example/platform/fault"
)

// withProblems gives every refusal the form of a problem document, also those of the standard
// library and of servers behind the edge, which say a few plain words or nothing. Pages for people
// stay as they are.
func withProblems(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(&problemWriter{ResponseWriter: w, request: r}, r)
	})
}

// problemWriter is a writer that puts a problem document in the place of a plain refusal.
type problemWriter struct {
	http.ResponseWriter
	request    *http.Request
	hasStarted bool
	replaced   bool
}

// WriteHeader implements http.ResponseWriter.
func (e *problemWriter) WriteHeader(status int) {
	if e.hasStarted {
		e.ResponseWriter.WriteHeader(status) // the server says in its log who did that
		return
	}
	e.hasStarted = status >= http.StatusOK
	if status < http.StatusBadRequest || !isPlainError(status, e.Header()) {
		e.ResponseWriter.WriteHeader(status)
		return
	}
	e.replaced = true
	ofFile := []string{"Content-Length", "Content-Encoding", "Content-Disposition", "Last-Modified", "ETag", "Accept-Ranges"}
	if status != http.StatusGone { // which shared caches keep
		ofFile = append(ofFile, "CDN-Cache-Control", "Surrogate-Key", "Cache-Tag")
	}
	for _, name := range ofFile {
		e.Header().Del(name)
	}
	writeProblem(e.request.Context(), e.ResponseWriter, faultOfStatus(status))
}

// Write implements http.ResponseWriter.
func (e *problemWriter) Write(b []byte) (int, error) {
	if !e.hasStarted {
		e.WriteHeader(http.StatusOK)
	}
	if e.replaced {
		return len(b), nil
	}
	return e.ResponseWriter.Write(b)
}

// Unwrap returns the writer below, for http.ResponseController.
func (e *problemWriter) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// isPlainError reports whether a refusal has no form, or that of http.Error. What is refused
// instead of a file comes with the file's type.
func isPlainError(status int, h http.Header) bool {
	media := h.Get("Content-Type")
	return media == "" || strings.HasPrefix(media, "text/plain") ||
		media != problemType && (status == http.StatusPreconditionFailed ||
			status == http.StatusRequestedRangeNotSatisfiable)
}

// faultOfStatus is a refusal of which only the status is known.
func faultOfStatus(status int) error {
	switch status {
	case http.StatusNotFound:
		return errNoRoute
	case http.StatusGone:
		return errGone
	case http.StatusMethodNotAllowed:
		return errMethod
	case http.StatusPreconditionFailed:
		return errPrecondition
	case http.StatusRequestedRangeNotSatisfiable:
		return errRange
	case http.StatusServiceUnavailable, http.StatusBadGateway:
		return fault.ErrUnavailable
	}
	if status >= http.StatusInternalServerError {
		return fault.New(fault.KindInternal, "INTERNAL", "") // whose sentence is fixed
	}
	return errUnreadable
}
