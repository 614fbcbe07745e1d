package main

import (
	"net/http"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

// servePicture serves the picture of a publication, also a hidden one, with ?size=small a small one.
// Nothing keeps a copy.
func servePicture(media backend) http.Handler {
	client := mediav1.NewMediaOperatorServiceClient(media.conn)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request := &mediav1.ShowPublicationRequest{PublicationId: r.PathValue("id")}
		if r.URL.Query().Get("size") == "small" {
			request.Size = mediav1.PictureSize_PICTURE_SIZE_SMALL
		}
		picture, err := client.ShowPublication(r.Context(), request, withToken(r.Context()))
		if err != nil {
			writeError(w, r, err)
			return
		}
		w.Header().Set("Content-Type", picture.GetContentType())
		w.Header().Set("Content-Security-Policy", "sandbox")
		_, _ = w.Write(picture.GetData()) // a client that left does not read it
	})
}
