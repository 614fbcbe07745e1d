package transport

import (
	"log/slog"
	"net/http"
	"regexp"

	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/video/videos"
)

// names matches the names of speech, videos, their subtitles and posters. Templates are not served.
var names = regexp.MustCompile(`^(speech/[0-9a-f-]{36}\.(mp3|vtt)|videos/[0-9a-f-]{36}\.(mp4|vtt|webp))$`)

// Mount serves speech and videos, those that are not shared to their visitor alone. Only
// shared caches that receive purges may store shared ones.
func Mount(
	mux *http.ServeMux, log *slog.Logger, b *objects.Bucket, hidden objects.Hidden, v *videos.Privacy, purged bool,
) {
	b.Mount(mux, log, objects.Served{
		Prefixes: []string{"speech/", "videos/"}, Names: names, Hidden: hidden,
		CacheControl: func(string) string { return objects.CachePrivate },
		Public:       v.IsPublic, FormerName: v.FormerName, Purged: purged,
	})
}
