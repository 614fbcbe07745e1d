package main

import (
	"net/http"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

// servePicture serves the picture of a publication, also a hidden one. Nothing keeps a copy.
func servePicture(media backend) http.Handler {
	client := mediav1.NewMediaOperatorServiceClient(media.conn)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		picture, err := client.ShowPublication(r.Context(),
			&mediav1.ShowPublicationRequest{PublicationId: r.PathValue("id")}, withToken(r.Context()))
		if err != nil {
			writeError(w, r, err)
			return
		}
		w.Header().Set("Content-Type", picture.GetContentType())
		w.Header().Set("Content-Security-Policy", "sandbox")
		_, _ = w.Write(picture.GetData()) // a client that left does not read it
	})
}
