package objects

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
)

// handler is the path below which objects are served by their names.
const handler = "/media/"

// types are what the suffix of a name stands for; nothing else is ever served.
var types = map[string]string{
	".png": "image/png", ".webp": "image/webp", ".mp3": "audio/mpeg", ".mp4": "video/mp4", ".vtt": "text/vtt; charset=utf-8",
}

// The times for which caches may keep objects, as the specification has them.
const (
	CacheHour    = "public, max-age=3600"
	CacheYear    = "public, max-age=31536000, immutable"
	CachePrivate = "private, max-age=3600" // in no cache that others use
)

// Served are the objects of one part of the service that are readable by their names.
type Served struct {
	Prefixes     []string                 // of names, each with its slash
	Names        *regexp.Regexp           // of whole names, a variant by its width; anything else is not looked for
	CacheControl func(name string) string // for how long caches may keep an object
	Hidden       Hidden
	Withdrawals  Withdrawals // nil when withdrawn objects are answered like unknown ones
}

// Hidden tells what is not public any more though its bytes are still there.
type Hidden interface {
	Has(ctx context.Context, objectName string) (bool, error)
}

// Withdrawals tells what is not public any more.
type Withdrawals interface {
	Withdrawn(ctx context.Context, id uuid.UUID) (bool, error)
}

// Handler serves GET /media/{prefix}/{id}.png and the like, with ranges, as each part of the service mounts it.
func Handler(log *slog.Logger, mount ...func(mux *http.ServeMux)) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+handler, func(w http.ResponseWriter, r *http.Request) { serveError(log, w, r, ErrNotFound) })
	for _, m := range mount {
		m(mux)
	}
	return otelhttp.NewHandler(mux, "media bytes")
}

// Mount serves the objects of one part of the service. An object never changes under its name, so the name is its entity tag.
func (b *Bucket) Mount(mux *http.ServeMux, log *slog.Logger, s Served) {
	if s.Withdrawals != nil {
		s.Withdrawals = limitedWithdrawals{s.Withdrawals, make(chan struct{}, maxConcurrentLookups)}
	}
	serveObject := func(w http.ResponseWriter, r *http.Request) {
		object, name, err := s.open(r, b)
		if err != nil {
			serveError(log, w, r, err)
			return
		}
		defer object.Close()
		Serve(w, r, name, s.CacheControl(name), object)
	}
	for _, prefix := range s.Prefixes {
		mux.HandleFunc("GET "+handler+prefix, serveObject)
	}
}

// open opens the object that is asked for, unless it is hidden.
func (s Served) open(r *http.Request, b *Bucket) (io.ReadSeekCloser, string, error) {
	ctx, name := r.Context(), strings.TrimPrefix(r.URL.Path, handler)
	if !s.Names.MatchString(name) {
		return nil, "", ErrNotFound
	}
	hidden, err := s.Hidden.Has(ctx, name)
	if err == nil && hidden {
		err = errWithdrawn
	}
	if err != nil {
		return nil, "", err
	}
	object, err := b.Read(ctx, name)
	if err != nil {
		return nil, "", s.explainMissing(ctx, name, err)
	}
	return object, name, nil
}

// Serve answers with the bytes under name, for whoever asks, as what its suffix says and nothing else.
func Serve(w http.ResponseWriter, r *http.Request, name, keep string, content io.ReadSeeker) {
	h := w.Header()
	h.Set("Content-Type", types[path.Ext(name)])
	h.Set("Content-Disposition", "inline")
	h.Set("Content-Security-Policy", "sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("ETag", `"`+name+`"`)
	h.Set("Cache-Control", keep)
	http.ServeContent(w, r, "", time.Time{}, content)
}

// errWithdrawn says that the object was public once.
var errWithdrawn = errors.New("withdrawn")

// explainMissing tells a withdrawn object from one that never was. The database is asked only for what the
// store does not have: what is withdrawn and still there is hidden.
func (s Served) explainMissing(ctx context.Context, name string, err error) error {
	id, ok := ID(name)
	if s.Withdrawals == nil || !errors.Is(err, ErrNotFound) || !ok {
		return err
	}
	was, unknown := s.Withdrawals.Withdrawn(ctx, id)
	switch {
	case unknown != nil:
		return unknown
	case was:
		return errWithdrawn
	default:
		return err
	}
}

// serveError answers what is not there. No cache may keep it: the object may come, or come back.
func serveError(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case errors.Is(err, errWithdrawn):
		http.Error(w, "withdrawn", http.StatusGone)
		return
	case errors.Is(err, ErrNotFound):
		http.NotFound(w, r)
		return
	case errors.Is(err, errBusy):
		http.Error(w, "busy", http.StatusServiceUnavailable)
		return
	}
	log.ErrorContext(r.Context(), "read object", "error", err)
	http.Error(w, "unavailable", http.StatusServiceUnavailable)
}
