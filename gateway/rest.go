package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"

	"github.com/grpc-ecosystem/grpc-gateway/v2/protoc-gen-openapiv3/options"
	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mcwick.example/platform/fault"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// noHeader keeps what a service says beside its answer inside the house.
func noHeader(string) (string, bool) { return "", false }

// setStatus gives calls that accept or create something their own status.
func setStatus(ctx context.Context, w http.ResponseWriter, _ proto.Message) error {
	w.Header().Set("Cache-Control", "private, no-store") // what everybody may have, the cache says so of
	if method, ok := runtime.RPCMethod(ctx); ok && statusOf[method] != 0 {
		w.WriteHeader(statusOf[method])
	}
	return nil
}

// statusOf has the calls whose answer is not 200, by full method name. The contracts say it, as x-status.
var statusOf = declaredStatuses(
	galleryv1.File_gallery_v1_gallery_proto, generationv1.File_generation_v1_generation_proto, mediav1.File_media_v1_media_proto)

func declaredStatuses(files ...protoreflect.FileDescriptor) map[string]int {
	declared := make(map[string]int)
	for _, file := range files {
		for i := range file.Services().Len() {
			service := file.Services().Get(i)
			for j := range service.Methods().Len() {
				method := service.Methods().Get(j)
				operation, _ := proto.GetExtension(method.Options(), options.E_Openapiv3Operation).(*options.Operation)
				if status, err := strconv.Atoi(operation.GetExtensions()["x-status"].GetStringValue()); err == nil {
					declared[fmt.Sprintf("/%s/%s", service.FullName(), method.Name())] = status
				}
			}
		}
	}
	return declared
}

// bounded refuses bodies that are too large or not JSON, and gives the call its patience once the body is
// here: how long a client takes to send it is no service's fault.
func bounded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost || r.Method == http.MethodPatch {
			if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
				writeProblem(r.Context(), w, errMediaType)
				return
			}
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			writeProblem(r.Context(), w, bodyFault(err))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), callTimeout)
		defer cancel()
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
