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

	mediav1 "mcwick.example/services/media/api/media/v1"
)

// handler is the path below which objects are served by their names.
const handler = "/media/"

// types maps suffixes to content types; nothing else is ever served.
var types = map[string]string{
	".png": "image/png", ".webp": "image/webp", ".mp3": "audio/mpeg", ".mp4": "video/mp4",
	".vtt": "text/vtt; charset=utf-8",
}

// The Cache-Control values of objects, as specified.
const (
	CacheHour    = "public, max-age=3600"
	CacheYear    = "public, max-age=31536000, immutable"
	CachePrivate = "private, max-age=3600" // in no shared cache
)

// CacheNever is the Cache-Control of what one device alone may see.
const CacheNever = "private, no-store"

// The CDN-Cache-Control values of public objects, which only shared caches read (RFC 9213).
const (
	sharedPurged   = "max-age=31536000" // they receive purges
	sharedUnpurged = "max-age=60"       // they receive none
	sharedGone     = "max-age=10"       // of a 410, which they would ask for as often as for the object
	sharedNever    = "no-store"
)

// maxOpening is how long opening an object may take for shared caches to keep it: what was withdrawn meanwhile
// is in no list once its bytes are deleted, and purges wait for no slower answer.
const maxOpening = time.Second

// LookupTimeout limits finding out whether one object is public.
const LookupTimeout = 2 * time.Second

// Served are the objects of one part of the service that are readable by their names.
type Served struct {
	Prefixes     []string                 // of names, each with its slash
	Names        *regexp.Regexp           // of whole names, a variant by its width; other names are not looked up
	CacheControl func(name string) string // the Cache-Control of an object
	Hidden       Hidden
	// Withdrawn reports what is not public any more; nil if that gets the same response as unknown objects.
	Withdrawn func(ctx context.Context, id uuid.UUID) (bool, error)
	// Public reports whether everybody may see an object; the others are served to their owners
	// alone.
	Public func(ctx context.Context, name string) (bool, error)
	// Small reports whether an object is small and looked at by many, so that its bytes are remembered for a
	// moment while everybody may see it; nil if none is.
	Small func(name string) bool
	// Purged says that shared caches receive a purge of its key when an object is hidden or restored.
	Purged bool
	// FormerName returns the name under which releases before this one stored an object that does
	// not exist, or ErrNotFound; nil if they named all objects like this one.
	FormerName func(ctx context.Context, name string) (string, error)
}

// Hidden reports what is not public any more though its bytes still exist.
type Hidden interface {
	Has(ctx context.Context, objectName string) (bool, error)
	// Current reports whether Has is recent enough for shared caches to keep what it lets through.
	Current() bool
}

// Handler serves GET /media/{prefix}/{id}.png and the like, with ranges, as each part of the
// service mounts it.
func Handler(log *slog.Logger, mount ...func(mux *http.ServeMux)) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+handler, func(w http.ResponseWriter, r *http.Request) { serveError(log, w, r, ErrNotFound) })
	for _, m := range mount {
		m(mux)
	}
	return otelhttp.NewHandler(mux, "media bytes")
}

// Mount serves the objects of one part of the service. An object never changes under its name, so
// the name is its entity tag.
func (b *Bucket) Mount(mux *http.ServeMux, log *slog.Logger, s Served) {
	if s.Withdrawn != nil {
		s.Withdrawn = NewLookups(s.Withdrawn, maxConcurrentLookups, maxWaitingLookups, lookupWait).Find
	}
	serveObject := func(w http.ResponseWriter, r *http.Request) {
		began := b.memory.now()
		object, name, current, err := s.open(r, b)
		if err != nil {
			if errors.Is(err, errWithdrawn) && s.Purged && r.Header.Get(mediav1.AccessHeader) == mediav1.AccessPublic {
				w.Header().Set("CDN-Cache-Control", sharedGone)
				setKeys(w.Header(), strings.TrimPrefix(r.URL.Path, handler))
			}
			serveError(log, w, r, err)
			return
		}
		defer object.Close()
		keep := s.CacheControl(name)
		switch r.Header.Get(mediav1.AccessHeader) {
		case mediav1.AccessOwner:
			keep = CacheNever
		case mediav1.AccessPublic:
			s.setSharedControl(w.Header(), name, keep, current && b.memory.now().Sub(began) < maxOpening)
		}
		Serve(w, r, name, keep, object)
	}
	for _, prefix := range s.Prefixes {
		mux.HandleFunc("GET "+handler+prefix, serveObject)
	}
}

// setSharedControl tells shared caches how long they may keep a public object. Without purges, those
// that may keep one keep it for a minute; without what is hidden now, none keeps it.
func (s Served) setSharedControl(h http.Header, name, keep string, current bool) {
	switch {
	case !current:
		h.Set("CDN-Cache-Control", sharedNever)
	case s.Purged:
		h.Set("CDN-Cache-Control", sharedPurged)
		setKeys(h, name)
	case strings.HasPrefix(keep, "public"):
		h.Set("CDN-Cache-Control", sharedUnpurged)
	}
}

// setKeys names the key by which all forms of an object are purged, in the headers that Varnish and
// Fastly (Surrogate-Key), and Cloudflare (Cache-Tag) read and remove.
func setKeys(h http.Header, name string) {
	if id, ok := ID(name); ok {
		h.Set("Surrogate-Key", id.String())
		h.Set("Cache-Tag", id.String())
	}
}

// open opens the requested object, unless it is hidden or not for this client, and reports whether what is
// hidden was current then. Who may not see an object does not learn that it exists.
func (s Served) open(r *http.Request, b *Bucket) (object io.ReadSeekCloser, name string, current bool, err error) {
	ctx, name := r.Context(), strings.TrimPrefix(r.URL.Path, handler)
	if !s.Names.MatchString(name) {
		return nil, "", false, ErrNotFound
	}
	if err := s.checkShown(ctx, name); err != nil {
		return nil, "", false, err
	}
	if err := s.checkAccess(r, name); err != nil {
		return nil, "", false, err
	}
	object, err = s.read(r, b, name)
	if errors.Is(err, ErrNotFound) && s.FormerName != nil {
		object, err = s.openFormer(ctx, b, name)
	}
	if err != nil {
		return nil, "", false, s.explainMissing(ctx, name, err)
	}
	current = s.Hidden.Current()                    // before it is read
	if err := s.checkShown(ctx, name); err != nil { // it was hidden while the store was slow
		return nil, "", false, errors.Join(err, object.Close())
	}
	return object, name, current, nil
}

// checkShown returns errWithdrawn for an object that is hidden.
func (s Served) checkShown(ctx context.Context, name string) error {
	hidden, err := s.Hidden.Has(ctx, name)
	if err == nil && hidden {
		err = errWithdrawn
	}
	return err
}

// read opens an object whose client may see it. Of what is private, nothing is remembered.
func (s Served) read(r *http.Request, b *Bucket, name string) (io.ReadSeekCloser, error) {
	small := s.Small != nil && r.Header.Get(mediav1.AccessHeader) == mediav1.AccessPublic && s.Small(name)
	if small {
		if object, ok := b.memory.get(name); ok {
			return object, nil
		}
	}
	if !readsAll(r) {
		return b.openRanged(r, name)
	}
	if small {
		if object, err := b.memory.read(r.Context(), name); !errors.Is(err, errTooLarge) {
			return object, err
		}
	}
	return b.Read(r.Context(), name)
}

// checkAccess returns ErrNotFound for an object that is not public, unless the gateway found that
// its address was signed for the device. A request without its word comes from a gateway of the last
// release, which signs nothing: until the next release it sees what it saw.
func (s Served) checkAccess(r *http.Request, name string) error {
	if access := r.Header.Get(mediav1.AccessHeader); access == "" || access == mediav1.AccessOwner {
		return nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), LookupTimeout)
	defer cancel()
	public, err := s.Public(ctx, name)
	if err == nil && !public {
		err = ErrNotFound
	}
	return err
}

// openFormer opens an object under its former name.
func (s Served) openFormer(ctx context.Context, b *Bucket, name string) (io.ReadSeekCloser, error) {
	limited, cancel := context.WithTimeout(ctx, LookupTimeout)
	defer cancel()
	former, err := s.FormerName(limited, name)
	if err != nil {
		return nil, err
	}
	return b.Read(ctx, former)
}

// Serve responds with the bytes under name, to any origin, with the content type of its suffix and
// no other.
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

// errWithdrawn means that the object was public before.
var errWithdrawn = errors.New("withdrawn")

// explainMissing distinguishes a withdrawn object from an unknown one. The database is queried only
// for what the store does not have: withdrawn objects that still exist are hidden.
func (s Served) explainMissing(ctx context.Context, name string, err error) error {
	id, ok := ID(name)
	if s.Withdrawn == nil || !errors.Is(err, ErrNotFound) || !ok {
		return err
	}
	was, unknown := s.Withdrawn(ctx, id)
	switch {
	case unknown != nil:
		return unknown
	case was:
		return errWithdrawn
	default:
		return err
	}
}

// serveError responds for a missing object. No cache may store the response, as the object may be
// created or restored, but shared caches that receive purges.
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
