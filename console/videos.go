package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"mcwick.example/platform/fault"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// serveVideo serves a file of a shared video with ranges, also of a hidden one. Nothing keeps a copy.
func serveVideo(media backend, which mediav1.VideoFile) http.Handler {
	client := mediav1.NewVideoOperatorServiceClient(media.conn)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file := &videoFile{ctx: r.Context(), client: client, id: r.PathValue("id"), which: which}
		if err := file.load(); err != nil {
			writeError(w, r, err)
			return
		}
		w.Header().Set("Content-Type", file.contentType)
		w.Header().Set("Content-Security-Policy", "sandbox")
		http.ServeContent(noStoreWriter{w}, r, "", time.Time{}, file)
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

// videoFile reads a file of the media service piece by piece. It lives for one request.
type videoFile struct {
	ctx         context.Context
	client      mediav1.VideoOperatorServiceClient
	id          string
	which       mediav1.VideoFile
	at          int64 // where the next read begins
	piece       bytes.Reader
	size        int64
	contentType string
}

// load loads the piece at the place of the next read.
func (f *videoFile) load() error {
	r, err := f.client.ShowVideo(f.ctx, &mediav1.ShowVideoRequest{VideoId: f.id, File: f.which, Offset: f.at},
		withToken(f.ctx))
	if err != nil {
		return err
	}
	f.piece.Reset(r.GetContent())
	f.size, f.contentType = r.GetSize(), r.GetContentType()
	return nil
}

// Read implements io.Reader.
func (f *videoFile) Read(b []byte) (int, error) {
	if f.at >= f.size {
		return 0, io.EOF
	}
	if f.piece.Len() == 0 {
		if err := f.load(); err != nil {
			return 0, err
		}
	}
	n, err := f.piece.Read(b)
	f.at += int64(n)
	return n, err
}

// Seek implements io.Seeker.
func (f *videoFile) Seek(offset int64, whence int) (int64, error) {
	place := map[int]int64{io.SeekStart: 0, io.SeekCurrent: f.at, io.SeekEnd: f.size}[whence] + offset
	if place < 0 {
		return 0, fault.Invalid("RANGE_INVALID", fault.Field{Name: "offset", Message: "That is before the file."})
	}
	if place != f.at {
		f.at = place
		f.piece.Reset(nil)
	}
	return place, nil
}
