package main

import (
	"net/http"
	"strings"

	"mcwick.example/platform/fault"
)

// explained gives every refusal the form of a problem document, also those of the standard library and of servers behind the edge,
// which say a few plain words or nothing. Pages for people stay as they are.
func explained(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(&explaining{ResponseWriter: w, request: r}, r)
	})
}

// explaining is a writer that puts a problem document in the place of a plain refusal.
type explaining struct {
	http.ResponseWriter
	request  *http.Request
	begun    bool
	replaced bool
}

// WriteHeader implements http.ResponseWriter.
func (e *explaining) WriteHeader(status int) {
	if e.begun {
		e.ResponseWriter.WriteHeader(status) // the server says in its log who did that
		return
	}
	e.begun = status >= http.StatusOK
	if status < http.StatusBadRequest || !isPlain(status, e.Header()) {
		e.ResponseWriter.WriteHeader(status)
		return
	}
	e.replaced = true
	for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Disposition", "Last-Modified", "ETag", "Accept-Ranges"} {
		e.Header().Del(name)
	}
	writeProblem(e.request.Context(), e.ResponseWriter, plainFault(status))
}

// Write implements http.ResponseWriter.
func (e *explaining) Write(b []byte) (int, error) {
	if !e.begun {
		e.WriteHeader(http.StatusOK)
	}
	if e.replaced {
		return len(b), nil
	}
	return e.ResponseWriter.Write(b)
}

// Unwrap gives the writer below, for http.ResponseController.
func (e *explaining) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// isPlain tells whether a refusal has no form, or that of http.Error. What is refused instead of a file comes with the file's type.
func isPlain(status int, h http.Header) bool {
	media := h.Get("Content-Type")
	return media == "" || strings.HasPrefix(media, "text/plain") ||
		media != problemType && (status == http.StatusPreconditionFailed || status == http.StatusRequestedRangeNotSatisfiable)
}

// plainFault is a refusal of which only the status is known.
func plainFault(status int) error {
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
