package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/fault"
)

// noHeader lets no header through: clients could send any metadata otherwise.
func noHeader(string) (string, bool) { return "", false }

// setStatus gives calls that accept or create something their own status.
func setStatus(ctx context.Context, w http.ResponseWriter, _ proto.Message) error {
	w.Header().Set("Cache-Control", "no-store")
	if method, ok := runtime.RPCMethod(ctx); ok && created[method] != 0 {
		w.WriteHeader(created[method])
	}
	return nil
}

// bounded gives a request its patience, and refuses bodies that are too large or not JSON.
func bounded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), callTimeout)
		defer cancel()
		if r.Method == http.MethodPost || r.Method == http.MethodPatch {
			if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
				writeProblem(ctx, w, errMediaType)
				return
			}
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			writeProblem(ctx, w, bodyFault(err))
			return
		}
		r = r.WithContext(ctx)
		r.Body = io.NopCloser(bytes.NewReader(body))
		h.ServeHTTP(w, r)
	})
}

func bodyFault(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return errTooLarge
	}
	return fault.Invalid("REQUEST_UNREADABLE", fault.Field{Message: "The body did not arrive whole."})
}
