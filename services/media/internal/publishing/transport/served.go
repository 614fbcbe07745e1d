package transport

import (
	"log/slog"
	"net/http"
	"regexp"
	"strings"

	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/publishing/publications"
)

// names matches the names of pictures, a variant by its width.
var names = regexp.MustCompile(`^(ai-generations|memes|generated)/[0-9a-f-]{36}(\.png|-[1-9][0-9]{1,3}\.webp)$`)

// cacheControlOf returns the Cache-Control of a picture: an hour for memes and their backgrounds, a
// year for PFPs.
func cacheControlOf(name string) string {
	if strings.HasPrefix(name, "generated/") {
		return objects.CacheYear
	}
	return objects.CacheHour
}

// Mount serves the pictures, and the emoji that layouts name.
func Mount(
	mux *http.ServeMux, log *slog.Logger, b *objects.Bucket, hidden objects.Hidden, past objects.Withdrawals,
	e emojiPictures,
) {
	b.Mount(mux, log, objects.Served{Prefixes: publications.Prefixes, Names: names, CacheControl: cacheControlOf,
		Hidden: hidden, Withdrawals: past})
	mux.HandleFunc("GET /media/"+emojiPrefix+"{file}", serveEmoji(e))
}
