package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"
	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"mcwick.example/gateway/internal/strict"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
)

// The bounds of the cache.
const (
	cacheTTL      = time.Second      // how long an answer is given without asking again
	staleTTL      = 10 * time.Minute // how long it is given while its service is away
	staleTimeout  = time.Second      // with a last good answer at hand a service is not waited for longer
	maxCacheBytes = 32 << 20         // of all answers
	entryOverhead = 1 << 10          // what one costs beside its bytes, so that there are at most 32,768
)

// cache keeps answers that are the same for everybody, by their address. Whatever the number of
// those who ask, the service behind is asked once a second for each address, without a caller.
type cache struct {
	responses *otter.Cache[string, *cachedResponse]
	inFlight  singleflight.Group
	now       func() time.Time
}

func newCache(now func() time.Time) *cache {
	return &cache{now: now, responses: otter.Must(&otter.Options[string, *cachedResponse]{
		MaximumWeight: maxCacheBytes,
		Weigher: func(key string,
			a *cachedResponse) uint32 {
			return uint32(entryOverhead + len(key) + len(a.body)*3/2) // and in gzip
		},
	})}
}

// cachedResponse is what a service said. It is never changed.
type cachedResponse struct {
	recording
	etag      string
	fetchedAt time.Time // when the service was asked for it
	expiresAt time.Time // when it is to be asked again
	stale     bool      // the service has failed since
	// compressed is the body in gzip, made for the first who reads that; nil if it is not a text.
	compressed func() []byte
}

// handler answers from the cache, and fills it by what h answers 200. Anything else is passed on
// and stored by no cache. query is the message that the address's parameters are read into, nil where
// there are none.
func (c *cache) handler(h http.Handler, query proto.Message) http.Handler {
	return c.limitedHandler(h, query, nil)
}

// limitedHandler is handler for answers that cost much: mayFetch decides about each request that no fresh answer is
// kept for; nil admits all. Its refusal is that request's alone.
func (c *cache) limitedHandler(h http.Handler, query proto.Message, mayFetch func(*http.Request) error) http.Handler {
	return withoutRateLimitHeaders(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, err := cacheKey(r, query)
		if err != nil {
			writeProblem(r.Context(), w, strict.Fault(status.Error(codes.InvalidArgument, err.Error())))
			return
		}
		if mayFetch != nil && !c.isFresh(key) {
			if err := mayFetch(r); err != nil {
				writeProblem(r.Context(), w, err)
				return
			}
		}
		a := c.get(r, key, h, callTimeout+time.Second) // the call ends by itself before
		if a == nil {
			writeProblem(r.Context(), w, cmp.Or(r.Context().Err(), context.DeadlineExceeded))
			return
		}
		a.serve(w, r, c.now())
	}))
}

func (c *cache) isFresh(key string) bool {
	a, ok := c.responses.GetIfPresent(key)
	return ok && c.now().Before(a.expiresAt)
}

// get returns what is kept, or asks h for it and waits for so long, and a second at most where a last good
// answer is at hand; nil when there is none in time. The call goes on when no request waits for it any more: a
// service that is slow is asked once.
func (c *cache) get(r *http.Request, key string, h http.Handler, timeout time.Duration) *cachedResponse {
	now := c.now()
	last, known := c.responses.GetIfPresent(key)
	if known && now.Before(last.expiresAt) {
		return last
	}
	lastIsGood := known && now.Sub(last.fetchedAt) < staleTTL
	if lastIsGood {
		timeout = min(timeout, staleTimeout)
	}
	ctx, cancel := context.WithTimeout(r.Context(), timeout)
	defer cancel()
	select {
	case fetched := <-c.inFlight.DoChan(key, func() (any, error) { return c.fetch(r, key, h), nil }):
		return fetched.Val.(*cachedResponse)
	case <-ctx.Done():
	}
	if lastIsGood {
		return c.keepStale(key, last)
	}
	return nil
}

// keepStale gives the last good answer of a service that has failed for a while longer, unless another has come, or
// the service has said meanwhile that there is none.
func (c *cache) keepStale(key string, last *cachedResponse) *cachedResponse {
	again := *last
	again.stale, again.expiresAt = true, c.now().Add(cacheTTL)
	kept, known := c.responses.ComputeIfPresent(key, func(now *cachedResponse) (*cachedResponse, otter.ComputeOp) {
		if now != last {
			return now, otter.CancelOp
		}
		return &again, otter.WriteOp
	})
	if !known {
		return &again
	}
	return kept
}

// noFilter is that of a query none of whose parameters the path has filled.
var noFilter = utilities.NewDoubleArray(nil)

// cacheKey is the path, and what its parameters say: in whichever order they stand, and with or
// without those that say nothing, they are one answer. Ids have one spelling, in the services; a handle has
// any case, and an @ or none.
func cacheKey(r *http.Request, query proto.Message) (string, error) {
	u := r.URL
	path := normalizePath(u.EscapedPath())
	if strings.HasSuffix(r.Pattern, "/{handle}") {
		path = strings.ReplaceAll(strings.ToLower(path), "/@", "/")
	}
	if u.RawQuery == "" || query == nil {
		return path, nil
	}
	said := query.ProtoReflect().New().Interface()
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return "", err
	}
	if err := (strict.Query{}).Parse(said, q, noFilter); err != nil {
		return "", err
	}
	key, err := proto.MarshalOptions{Deterministic: true}.Marshal(said)
	if len(key) == 0 {
		return path, err
	}
	return path + "?" + string(key), err
}

// normalizePath returns the one spelling of a path whose characters may be escaped or not. It stays
// escaped, as routes match it: an escaped slash is part of an id.
func normalizePath(escaped string) string {
	if !strings.Contains(escaped, "%") {
		return escaped
	}
	segments := strings.Split(escaped, "/")
	for i, s := range segments {
		if plain, err := url.PathUnescape(s); err == nil {
			segments[i] = url.PathEscape(plain)
		}
	}
	return strings.Join(segments, "/")
}

// fetch asks the service, unless another request has just done so, and returns the response to
// send.
func (c *cache) fetch(r *http.Request, key string, h http.Handler) *cachedResponse {
	now := c.now()
	last, known := c.responses.GetIfPresent(key)
	if known && now.Before(last.expiresAt) {
		return last
	}
	a := &cachedResponse{recording: fetchShared(r, h, callTimeout), fetchedAt: now}
	a.expiresAt = c.now().Add(cacheTTL) // however long it took
	switch {
	case a.status == http.StatusOK:
		a.tag(last)
		c.responses.Set(key, a)
	case isUnavailable(a.status) && known && now.Sub(last.fetchedAt) < staleTTL:
		return c.keepStale(key, last)
	case !isUnavailable(a.status):
		c.responses.Invalidate(key) // it is not there any more
	}
	return a
}

// tag gives an answer its entity tag, and has it compressed once, together with the last one if that has the same
// bytes. last is nil for none.
func (a *cachedResponse) tag(last *cachedResponse) {
	a.etag = entityTag(a.body)
	switch {
	case last != nil && last.etag == a.etag:
		a.compressed = last.compressed
	case a.header.Get("Content-Type") == "application/json":
		body := a.body
		a.compressed = sync.OnceValue(func() []byte { return compress(body) })
	}
}

// isUnavailable reports whether an answer says more about the service than about what was asked
// for.
func isUnavailable(status int) bool { return status >= 500 || status == http.StatusTooManyRequests }

// fetchShared gets an answer for everybody: without the caller, without conditions, at the one spelling of
// its address, and not given up because the one who asked first has left.
func fetchShared(r *http.Request, h http.Handler, timeout time.Duration) recording {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), timeout)
	defer cancel()
	address := *r.URL
	address.RawPath = normalizePath(r.URL.EscapedPath())
	w := recording{status: http.StatusOK, header: http.Header{}}
	w.record(h, newSharedRead(rpc.WithCaller(ctx, rpc.Caller{}), r, &address))
	return w
}

// newSharedRead returns a read of an address whose answer several clients get, without what the first of them
// sent: a body that does not come would hold up all of them.
func newSharedRead(ctx context.Context, r *http.Request, address *url.URL) *http.Request {
	shared := r.Clone(ctx)
	shared.Method, shared.URL, shared.Header = http.MethodGet, address, http.Header{}
	shared.Body, shared.ContentLength, shared.TransferEncoding, shared.Trailer = http.NoBody, 0, nil, nil
	return shared
}

// serve answers the request at hand, with 304 where the client has these bytes. A stale answer says
// so, and how old it is.
func (a *cachedResponse) serve(w http.ResponseWriter, r *http.Request, now time.Time) {
	h := w.Header()
	if a.status != http.StatusOK {
		for name, values := range a.header {
			h[name] = values
		}
		a.send(w)
		return
	}
	h.Set("Content-Type", a.header.Get("Content-Type"))
	h.Set("Cache-Control", "public, max-age=1")
	allowSharedCaches(h)
	if age := now.Sub(a.fetchedAt); age >= time.Second {
		h.Set("Age", strconv.Itoa(int(age.Seconds())))
	}
	if a.stale {
		h.Set("McWick-Stale", "true")
	}
	serveTagged(w, r, a.body, a.etag, a.compressed)
}

// recording is an http.ResponseWriter that keeps what it is given: no more than most bytes, unless that is 0.
type recording struct {
	status  int
	header  http.Header
	body    []byte
	most    int
	isLarge bool // and has no body
}

// record keeps what h answers. An answer that h breaks off becomes a problem document; one that is too large has no
// body.
func (w *recording) record(h http.Handler, r *http.Request) {
	defer func() {
		p := recover()
		err, _ := p.(error)
		isAborted := errors.Is(err, http.ErrAbortHandler) // by a proxy whose server, or whose client, is gone
		switch {
		case p == nil || isAborted && w.isLarge:
			return
		case isAborted:
			err = cmp.Or[error](r.Context().Err(), fault.ErrUnavailable)
		default:
			err = fault.FromPanic(p)
		}
		clear(w.header)
		w.body = nil
		writeProblem(r.Context(), w, err)
	}()
	h.ServeHTTP(w, r)
}

// Header implements http.ResponseWriter.
func (w *recording) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *recording) WriteHeader(status int) { w.status = status }

// Write implements http.ResponseWriter.
func (w *recording) Write(b []byte) (int, error) {
	w.isLarge = w.isLarge || w.most > 0 && len(w.body)+len(b) > w.most
	if w.isLarge {
		w.body = nil
		return 0, io.ErrShortBuffer // ends the copying
	}
	w.body = append(w.body, b...)
	return len(b), nil
}

// send answers what was recorded, but for the header.
func (w *recording) send(to http.ResponseWriter) {
	to.WriteHeader(w.status)
	_, _ = to.Write(w.body) // a client that left does not read it
}
