package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"mcwick.example/platform/fault"
)

// noHeader drops the response metadata of services.
func noHeader(string) (string, bool) { return "", false }

// limitBody refuses bodies that are too large or not JSON, and sets the call's timeout once the
// body is here: how long a client takes to send it is no service's fault.
func limitBody(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > maxBody { // before it comes
			w.Header().Set("Connection", "close")
			writeProblem(r.Context(), w, errTooLarge)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			writeProblem(r.Context(), w, bodyFault(err))
			return
		}
		mayHaveBody := r.Method == http.MethodPost || r.Method == http.MethodPut || r.Method == http.MethodPatch
		if mayHaveBody && !isJSON(r.Header, body) {
			writeProblem(r.Context(), w, errMediaType)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), callTimeout)
		defer cancel()
		r = r.WithContext(ctx)
		r.Body = io.NopCloser(bytes.NewReader(body))
		h.ServeHTTP(w, r)
	})
}

// readBody returns the body of a request, which limitBody has put into memory, and leaves it to be read once more.
func readBody(r *http.Request) []byte {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body
}

// isJSON reports whether a body says of itself that it is JSON in UTF-8, as it is; where there is
// none, nothing has to be said.
func isJSON(h http.Header, body []byte) bool {
	if len(body) == 0 && h["Content-Type"] == nil {
		return true
	}
	media, parameters, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset := parameters["charset"]
	return err == nil && media == "application/json" && (charset == "" || strings.EqualFold(charset, "utf-8")) &&
		h.Get("Content-Encoding") == ""
}

func bodyFault(err error) error {
	if errors.As(err, new(*http.MaxBytesError)) {
		return errTooLarge
	}
	return fault.Invalid("REQUEST_UNREADABLE", fault.Field{Message: "The body did not arrive whole."})
}
