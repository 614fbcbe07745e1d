package main

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
)

// noHeader lets no header through: clients could send any metadata otherwise.
func noHeader(string) (string, bool) { return "", false }

// nameSpan names the request's span after its route. It adds no metadata.
func nameSpan(ctx context.Context, r *http.Request) metadata.MD {
	if pattern, ok := runtime.HTTPPathPattern(ctx); ok {
		trace.SpanFromContext(ctx).SetName(r.Method + " " + pattern)
	}
	return nil
}

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
		r = r.WithContext(ctx)
		r.Body = &limitedBody{http.MaxBytesReader(w, r.Body, maxBody)}
		h.ServeHTTP(w, r)
	})
}

// limitedBody turns the reader's own error into a fault.
type limitedBody struct{ io.ReadCloser }

func (b *limitedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		err = errTooLarge
	}
	return n, err
}
