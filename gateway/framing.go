package main

import "net/http"

// withConnectionFraming ends the connection after a request whose body came in chunks. One that had
// a Content-Length as well must not be followed by another on the same connection (RFC 9112, 6.3),
// because a proxy in front may have read it with that length; the server has taken the header away
// by now, so it cannot be told from others. Browsers send no chunks.
func withConnectionFraming(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ProtoMajor == 1 && len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		h.ServeHTTP(w, r)
	})
}
