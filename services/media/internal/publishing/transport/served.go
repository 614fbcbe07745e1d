package transport

import (
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"strings"

	"github.com/google/uuid"

	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/publishing/publications"
)

// names matches the names of pictures, a variant by its width.
var names = regexp.MustCompile(`^(ai-generations|memes|generated)/[0-9a-f-]{36}(\.png|-[1-9][0-9]{1,3}\.webp)$`)

// cacheControlOf returns the Cache-Control of a picture: an hour for memes, a year for PFPs. Artworks
// are in no shared cache.
func cacheControlOf(name string) string {
	switch {
	case strings.HasPrefix(name, "generated/"):
		return objects.CacheYear
	case strings.HasPrefix(name, "ai-generations/"):
		return objects.CachePrivate
	}
	return objects.CacheHour
}

// isVariant reports whether a name is that of a small copy.
func isVariant(name string) bool { return strings.HasSuffix(name, ".webp") }

// Mount serves the pictures, and the emoji that layouts name. isPublic reports which pictures are not
// their owners' alone, and purged says that shared caches receive purges.
func Mount(
	mux *http.ServeMux, log *slog.Logger, b *objects.Bucket, hidden objects.Hidden,
	withdrawn func(ctx context.Context, id uuid.UUID) (bool, error),
	isPublic func(ctx context.Context, name string) (bool, error), purged bool, e emojiPictures,
) {
	b.Mount(mux, log, objects.Served{Prefixes: publications.Prefixes, Names: names, CacheControl: cacheControlOf,
		Hidden: hidden, Withdrawn: withdrawn, Public: isPublic, Small: isVariant, Purged: purged})
	mux.HandleFunc("GET /media/"+emojiPrefix+"{file}", serveEmoji(e))
}
