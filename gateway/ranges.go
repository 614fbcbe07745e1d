package main

import (
	"net/http"
	"strings"
)

// maxRanges is how many parts of a file one request may ask for. Players and downloads ask for one;
// each costs a header of its own in the answer, so that many small ones make it larger than the
// file.
const maxRanges = 4

// limitRanges takes a Range header away that asks for more, or in another unit, so that the whole
// is the answer.
func limitRanges(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ranges := r.Header["Range"]
		if len(ranges) > 1 || len(ranges) == 1 &&
			(strings.Count(ranges[0], ",") >= maxRanges || !strings.HasPrefix(ranges[0], "bytes=")) {
			r.Header.Del("Range")
		}
		h.ServeHTTP(w, r)
	})
}
