package main

import (
	"context"
	"io"
	"net/http"
	"time"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

// serveVideo serves a file of a shared video with ranges, also of a hidden one. Nothing keeps a copy.
func serveVideo(media backend, which mediav1.VideoFile) http.Handler {
	client := mediav1.NewVideoOperatorServiceClient(media.conn)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file := &videoFile{ctx: r.Context(), client: client, id: r.PathValue("id"), which: which}
		if err := file.load(0); err != nil {
			writeError(w, r, err)
			return
		}
		w.Header().Set("Content-Type", file.contentType)
		w.Header().Set("Content-Security-Policy", "sandbox")
		http.ServeContent(noStoreWriter{w}, r, "", time.Time{}, io.NewSectionReader(file, 0, file.size))
	})
}

// noStoreWriter keeps browsers from storing whatever is answered: http.ServeContent takes the header
// away from a refused range.
type noStoreWriter struct{ http.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w noStoreWriter) WriteHeader(status int) {
	w.Header().Set("Cache-Control", "no-store")
	w.ResponseWriter.WriteHeader(status)
}

// videoFile reads a file of the media service piece by piece, for one request.
type videoFile struct {
	ctx         context.Context
	client      mediav1.VideoOperatorServiceClient
	id          string
	which       mediav1.VideoFile
	piece       []byte
	begin       int64 // of the piece
	size        int64
	contentType string
}

// load loads the piece that begins at a place.
func (f *videoFile) load(begin int64) error {
	r, err := f.client.ShowVideo(f.ctx, &mediav1.ShowVideoRequest{VideoId: f.id, File: f.which, Offset: begin},
		withToken(f.ctx))
	if err != nil {
		return err
	}
	f.piece, f.begin, f.size, f.contentType = r.GetContent(), begin, r.GetSize(), r.GetContentType()
	return nil
}

// ReadAt implements io.ReaderAt.
func (f *videoFile) ReadAt(b []byte, at int64) (n int, err error) {
	for n < len(b) {
		place := at + int64(n)
		if place < f.begin || place >= f.begin+int64(len(f.piece)) {
			if err := f.load(place); err != nil {
				return n, err
			}
			if len(f.piece) == 0 {
				return n, io.EOF
			}
		}
		n += copy(b[n:], f.piece[place-f.begin:])
	}
	return n, nil
}
