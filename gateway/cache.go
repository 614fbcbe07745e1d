package main

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/utilities"
	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/singleflight"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"mcwick.example/gateway/internal/strict"
	"mcwick.example/platform/rpc"
)

// The bounds of the cache.
const (
	cacheAge      = time.Second      // how long an answer is given without asking again
	lastGoodAge   = 10 * time.Minute // how long it is given while its service is away
	stalePatience = time.Second      // with a last good answer at hand a service is not waited for longer
	cacheBytes    = 32 << 20         // of all answers
	answerWeight  = 1 << 10          // what one costs beside its bytes, so that there are at most 32,768
)

// cache keeps answers that are the same for everybody, by their address. Whatever the number of those who
// ask, the service behind is asked once a second for each address, on behalf of nobody.
type cache struct {
	answers *otter.Cache[string, *answer]
	flights singleflight.Group
	now     func() time.Time
}

func newCache(now func() time.Time) *cache {
	return &cache{now: now, answers: otter.Must(&otter.Options[string, *answer]{
		MaximumWeight: cacheBytes,
		Weigher:       func(key string, a *answer) uint32 { return uint32(answerWeight + len(key) + len(a.body)) },
	})}
}

// answer is what a service said. It is never changed.
type answer struct {
	recording
	etag  string
	asked time.Time // when the service was asked for it
	until time.Time // when it is to be asked again
	stale bool      // the service has failed since
}

// cached answers from the cache, and fills it by what h answers 200. Anything else is passed on and kept
// by nobody. query is the message that the address's parameters are read into, nil where
// there are none.
func (c *cache) cached(h http.Handler, query proto.Message) http.Handler {
	return shared(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, err := cacheKey(r.URL, query)
		if err != nil {
			writeProblem(r.Context(), w, strict.Fault(status.Error(codes.InvalidArgument, err.Error())))
			return
		}
		c.get(r, key, h, callTimeout).serve(w, r, c.now())
	}))
}

// get gives what is kept, or asks h for it and waits for so long.
func (c *cache) get(r *http.Request, key string, h http.Handler, patience time.Duration) *answer {
	a, ok := c.answers.GetIfPresent(key)
	if !ok || !c.now().Before(a.until) {
		filled, _, _ := c.flights.Do(key, func() (any, error) { return c.fill(r, key, h, patience), nil })
		a = filled.(*answer)
	}
	return a
}

// noFilter is that of a query none of whose parameters the path has filled.
var noFilter = utilities.NewDoubleArray(nil)

// cacheKey is the path, and what its parameters say: in whichever order they stand, and with or without those that say
// nothing, they are one answer. Ids have one spelling, in the services.
func cacheKey(u *url.URL, query proto.Message) (string, error) {
	if u.RawQuery == "" || query == nil {
		return u.Path, nil
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
		return u.Path, err
	}
	return u.Path + "?" + string(key), err
}

// fill asks the service, unless somebody has just done so, and gives what is to be answered.
func (c *cache) fill(r *http.Request, key string, h http.Handler, patience time.Duration) *answer {
	now := c.now()
	last, known := c.answers.GetIfPresent(key)
	if known && now.Before(last.until) {
		return last
	}
	lastIsGood := known && now.Sub(last.asked) < lastGoodAge
	if lastIsGood {
		patience = min(patience, stalePatience)
	}
	a := &answer{recording: ask(r, h, patience), asked: now, until: now.Add(cacheAge)}
	switch {
	case a.status == http.StatusOK:
		a.etag = entityTag(a.body)
		c.answers.Set(key, a)
	case isAway(a.status) && lastIsGood:
		again := *last
		again.stale, again.until = true, c.now().Add(cacheAge)
		c.answers.Set(key, &again)
		return &again
	case !isAway(a.status):
		c.answers.Invalidate(key) // it is not there any more
	}
	return a
}

// isAway reports whether an answer says more about the service than about what was asked for.
func isAway(status int) bool { return status >= 500 || status == http.StatusTooManyRequests }

// ask gets an answer for everybody: without the caller, without conditions, and not given up because the
// one who asked first has left.
func ask(r *http.Request, h http.Handler, patience time.Duration) recording {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), patience)
	defer cancel()
	shared := r.Clone(rpc.WithCaller(ctx, rpc.Caller{}))
	shared.Method, shared.Header = http.MethodGet, http.Header{}
	w := recording{status: http.StatusOK, header: http.Header{}}
	h.ServeHTTP(&w, shared)
	return w
}

// serve answers the request at hand, with 304 where the client has these bytes. A stale answer says so,
// and how old it is.
func (a *answer) serve(w http.ResponseWriter, r *http.Request, now time.Time) {
	h := w.Header()
	if a.status != http.StatusOK {
		for name, values := range a.header {
			h[name] = values
		}
		w.WriteHeader(a.status)
		_, _ = w.Write(a.body) // a client that left does not read it
		return
	}
	h.Set("Content-Type", a.header.Get("Content-Type"))
	h.Set("Cache-Control", "public, max-age=1")
	h.Set("ETag", a.etag)
	if age := now.Sub(a.asked); age >= time.Second {
		h.Set("Age", strconv.Itoa(int(age.Seconds())))
	}
	if a.stale {
		h.Set("McWick-Stale", "true")
	}
	if isConditional(r) {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(a.body))
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(a.body)))
	_, _ = w.Write(a.body) // without the copies that ServeContent makes; a client that left does not read it
}

// isConditional reports whether a request asks for anything but the whole answer.
func isConditional(r *http.Request) bool {
	return r.Method != http.MethodGet || r.Header["If-None-Match"] != nil || r.Header["If-Match"] != nil || r.Header["Range"] != nil
}

// recording is an http.ResponseWriter that keeps what it is given.
type recording struct {
	status int
	header http.Header
	body   []byte
}

// Header implements http.ResponseWriter.
func (w *recording) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *recording) WriteHeader(status int) { w.status = status }

// Write implements http.ResponseWriter.
func (w *recording) Write(b []byte) (int, error) {
	w.body = append(w.body, b...)
	return len(b), nil
}
