package transport

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"mcwick.example/services/media/internal/media"
	"mcwick.example/services/media/internal/objects"
)

// objectName is what an object may be called, a variant by its width; anything else is not looked for.
var objectName = regexp.MustCompile(`^((ai-generations|memes|generated)/[0-9a-f-]{36}(\.png|-[1-9][0-9]{1,3}\.webp)` +
	`|speech/[0-9a-f-]{36}\.(mp3|vtt)|videos/[0-9a-f-]{36}\.(mp4|vtt|webp))$`)

// types are what the suffix of a name stands for; nothing else is ever served.
var types = map[string]string{
	".png": "image/png", ".webp": "image/webp", ".mp3": "audio/mpeg", ".mp4": "video/mp4", ".vtt": "text/vtt; charset=utf-8",
}

// The cache times of the specification: an hour for memes and their backgrounds, a year for PFPs. Speech and videos are as
// private as their names, which only their visitor is told: no cache that others use may have them.
const (
	cacheHour    = "public, max-age=3600"
	cacheYear    = "public, max-age=31536000, immutable"
	cachePrivate = "private, max-age=3600"
)

// keepFor is the cache time of an object.
func keepFor(name string) string {
	switch prefix, _, _ := strings.Cut(name, "/"); prefix {
	case "generated":
		return cacheYear
	case "speech", "videos":
		return cachePrivate
	default:
		return cacheHour
	}
}

// bucket gives objects to be streamed.
type bucket interface {
	Read(ctx context.Context, name string) (io.ReadSeekCloser, error)
}

// hidden tells what is not public any more though its bytes are still there.
type hidden interface {
	Has(ctx context.Context, objectName string) (bool, error)
}

// withdrawals tells what is not public any more.
type withdrawals interface {
	Withdrawn(ctx context.Context, publication uuid.UUID) (bool, error)
}

// maxAsked is how many questions after withdrawn pictures are under way at a time. Anybody may ask for what never
// was, as fast as they like, and publishing needs the same connections.
const maxAsked = 2

var errBusy = errors.New("too many pictures that are not there")

// bounded answers errBusy instead of asking more than maxAsked at a time.
type bounded struct {
	withdrawals
	permits chan struct{}
}

// Withdrawn implements withdrawals.
func (b bounded) Withdrawn(ctx context.Context, publication uuid.UUID) (bool, error) {
	select {
	case b.permits <- struct{}{}:
		defer func() { <-b.permits }()
		return b.withdrawals.Withdrawn(ctx, publication)
	default:
		return false, errBusy
	}
}

// Bytes serves GET /media/{prefix}/{id}.png, and /{id}-{width}.webp, with ranges. An object never changes under its name, so the
// name is its entity tag.
func Bytes(log *slog.Logger, b bucket, h hidden, past withdrawals, e emojiPictures) http.Handler {
	past = bounded{past, make(chan struct{}, maxAsked)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /media/"+emojiPrefix+"{file}", serveEmoji(e))
	mux.HandleFunc("GET /media/{name...}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		if !objectName.MatchString(name) {
			serveError(log, w, r, objects.ErrNotFound)
			return
		}
		if err := hiddenFault(r.Context(), h, name); err != nil {
			serveError(log, w, r, err)
			return
		}
		object, err := b.Read(r.Context(), name)
		if err != nil {
			serveError(log, w, r, absence(r.Context(), past, name, err))
			return
		}
		defer object.Close()
		serve(w, r, name, keepFor(name), object)
	})
	return otelhttp.NewHandler(mux, "media bytes")
}

// serve answers with the bytes under name, for whoever asks, as what its suffix says and nothing else.
func serve(w http.ResponseWriter, r *http.Request, name, keep string, content io.ReadSeeker) {
	h := w.Header()
	h.Set("Content-Type", types[path.Ext(name)])
	h.Set("Content-Disposition", "inline")
	h.Set("Content-Security-Policy", "sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("ETag", `"`+name+`"`)
	h.Set("Cache-Control", keep)
	http.ServeContent(w, r, "", time.Time{}, content)
}

// errWithdrawn says that the picture was public once.
var errWithdrawn = errors.New("withdrawn")

// hiddenFault is errWithdrawn for an object that is hidden.
func hiddenFault(ctx context.Context, h hidden, name string) error {
	yes, err := h.Has(ctx, name)
	if err == nil && yes {
		return errWithdrawn
	}
	return err
}

// absence tells a withdrawn picture from one that never was. The database is asked only for what the
// store does not have: what is withdrawn and still there is hidden.
func absence(ctx context.Context, past withdrawals, name string, err error) error {
	id, ok := media.ObjectID(name)
	if !errors.Is(err, objects.ErrNotFound) || !ok {
		return err
	}
	switch withdrawn, unknown := past.Withdrawn(ctx, id); {
	case unknown != nil:
		return unknown
	case withdrawn:
		return errWithdrawn
	default:
		return err
	}
}

// serveError answers what is not there. No cache may keep it: the picture may come, or come back.
func serveError(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case errors.Is(err, errWithdrawn):
		http.Error(w, "withdrawn", http.StatusGone)
		return
	case errors.Is(err, objects.ErrNotFound):
		http.NotFound(w, r)
		return
	case errors.Is(err, errBusy):
		http.Error(w, "busy", http.StatusServiceUnavailable)
		return
	}
	log.ErrorContext(r.Context(), "read object", "error", err)
	http.Error(w, "unavailable", http.StatusServiceUnavailable)
}
