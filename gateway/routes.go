package main

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/proto"

	"mcwick.example/gateway/internal/strict"
	"mcwick.example/gateway/limits"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// The limits of a call: its timeout and the size of its body.
const (
	callTimeout = 10 * time.Second
	maxBody     = 64 << 10
)

func (g *gateway) routes() http.Handler {
	rows := g.table()
	return g.withEdge(rows.mux, rows.isTraced)
}

// table is the public edge on one screen. What is not here is a page, a file or a refusal, also
// when a service's contract gives it an address.
func (g *gateway) table() *table {
	rows := newTable()
	parameters := patternsWithQuery(g.config.backends())
	api := func(pattern string, kind limits.Kind, h http.Handler) {
		rows.handle(pattern, traced, g.rateLimit(kind,
			refuseUnknownQuery(pattern, parameters, g.withVisitor(g.withStanding(limitBody(h))))))
	}
	// what any cache may keep carries no cookie, and the current session sets its own
	withoutStanding := func(pattern string, kind limits.Kind, h http.Handler) {
		rows.handle(pattern, traced, g.rateLimit(kind,
			refuseUnknownQuery(pattern, parameters, g.withVisitor(limitBody(h)))))
	}
	// counted once more, when it is known what is ordered and whether the device is trusted
	byTrust := func(pattern string, h http.Handler) {
		rows.handle(pattern, traced, g.rateLimit(limits.Attempts,
			refuseUnknownQuery(pattern, parameters, limitBody(g.withVisitor(h)))))
	}
	rpc := g.rpc()
	ofAccount := g.withAccount(rpc, true)
	byTrust("POST /api/v1/jobs", g.limitJobs(rpc))
	byTrust("POST /api/v1/videos", g.limitByTrust("video", rpc))
	api("POST /api/v1/text-layouts", limits.Layouts, rpc)
	api("POST /api/v1/artworks/{id}/preview", limits.Previews, rpc)
	api("POST /api/v1/artworks/{id}/publications", limits.Publications, ofAccount)
	api("GET /api/v1/publications", limits.Reads, ofAccount)
	api("DELETE /api/v1/publications/{id}", limits.Writes, ofAccount)
	api("POST /api/v1/publications/{id}/reports", limits.Complaints, rpc)
	api("POST /api/v1/publications/{id}/appeals", limits.Complaints, ofAccount)
	api("GET /api/v1/jobs/{id}/figure", limits.Previews, rpc)
	api("POST /api/v1/jobs/{id}/cancel", limits.Writes, rpc)
	api("GET /api/v1/jobs/{id}", limits.Reads, g.limitLongPolls(rpc))
	api("GET /api/v1/speeches/{id}", limits.Reads, rpc)
	api("POST /api/v1/videos/{id}/cancel", limits.Writes, rpc)
	api("POST /api/v1/videos/{id}/share", limits.Writes, ofAccount)
	api("GET /api/v1/videos/{id}", limits.Reads, g.limitLongPolls(rpc))
	api("GET /api/v1/shared-videos", limits.Reads, ofAccount)
	api("DELETE /api/v1/shared-videos/{id}", limits.Writes, ofAccount)
	withoutStanding("GET /api/v1/shared-videos/{id}", limits.Reads, g.cache.handler(rpc, nil))
	api("POST /api/v1/shared-videos/{id}/reports", limits.Complaints, rpc)
	api("GET /api/v1/shared-videos/{id}/moderation", limits.Reads, ofAccount)
	api("POST /api/v1/shared-videos/{id}/appeals", limits.Complaints, ofAccount)
	withoutStanding("GET /api/v1/images", limits.Reads,
		g.cache.limitedHandler(rpc, new(galleryv1.ListImagesRequest), g.maySearch))
	withoutStanding("GET /api/v1/images/{id}", limits.Reads, g.cache.handler(rpc, nil))
	withoutStanding("GET /api/v1/images/{id}/related", limits.Reads, g.cache.handler(rpc, nil))
	withoutStanding("GET /api/v1/authors/{handle}", limits.Reads, g.cache.handler(rpc, nil))
	withoutStanding("GET /api/v1/profiles/{handle}", limits.Reads, g.cache.handler(rpc, nil))
	api("GET /api/v1/likes", limits.Reads, g.withAccount(rpc, false))
	api("PUT /api/v1/images/{id}/like", limits.Writes, ofAccount)
	api("POST /api/v1/identity/challenges", limits.Challenges, rpc)
	byTrust("POST /api/v1/identity/keys", g.limitByTrust("key", g.startSession(rpc)))
	api("POST /api/v1/identity/keys/rotate", limits.Logins, g.startSession(rpc))
	api("POST /api/v1/sessions", limits.Logins, g.startSession(rpc))
	withoutStanding("GET /api/v1/sessions/current", limits.Reads, g.serveCurrentSession(rpc))
	api("DELETE /api/v1/sessions/current", limits.Writes, g.endSession(rpc))
	api("DELETE /api/v1/sessions", limits.Writes, g.endSession(rpc))
	api("PATCH /api/v1/profile", limits.Logins, rpc) // a model judges handles
	api("PUT /api/v1/profile/candle", limits.Writes, ofAccount)
	byTrust("POST /api/v1/early-access", g.limitByTrust("early-access", rpc))
	withoutStanding("GET /api/v1/wall/entries", limits.Reads,
		g.requireOpenWall(g.cache.handler(rpc, new(wallv1.ListWallEntriesRequest))))
	withoutStanding("GET /api/v1/wall/entries/{id}/avatar", limits.Media, g.requireOpenWall(g.cache.handler(rpc, nil)))
	api("POST /api/v1/wall/entries/{id}/reports", limits.Complaints, g.requireOpenWall(rpc))
	byTrust("POST /api/v1/wall/nominations", g.requireOpenWall(g.limitByTrust("nomination", rpc)))
	api("POST /api/v1/takedowns", limits.Complaints, rpc)
	withoutStanding("GET /api/v1/safety/statistics", limits.Reads, g.cache.handler(rpc, nil))
	rows.handle("GET /api/v1/challenge", traced, g.rateLimit(limits.Proofs, http.HandlerFunc(g.serveChallenge)))
	rows.handle(apiPrefix, traced, g.rateLimit(limits.Reads, routeNotFound(rows.mux)))

	stream := func(pattern string, h http.HandlerFunc) {
		rows.handle(pattern, traced, g.rateLimit(limits.Reads,
			refuseUnknownQuery(pattern, parameters, g.withVisitor(g.withStanding(g.limitStreams(h))))))
	}
	stream("GET /api/v1/jobs/{id}/events", g.serveEvents("job", g.waitJob))
	stream("GET /api/v1/videos/{id}/events", g.serveEvents("video", g.waitVideo))
	rows.handle(updatesPath, counted,
		g.rateLimit(limits.Reads, withoutRateLimitHeaders(http.HandlerFunc(g.serveUpdates))))
	// Reports of browsers have no visitor: a report that overtakes a page's first call must not
	// make a second device.
	report := func(path string, h http.Handler) {
		pattern := "POST " + path
		rows.handle(pattern, counted, g.rateLimit(limits.Telemetry, refuseUnknownQuery(pattern, parameters, h)))
	}
	report("/api/v1/telemetry/spans", limitBody(g.spans))
	report("/api/v1/telemetry/vitals", limitBody(g.vitals))
	report(violationsPath, g.violations)
	rows.handle("GET "+configPath, counted, g.limitPages(g.site))
	rows.handle("GET "+securityTxtPath, counted, g.limitPages(http.HandlerFunc(g.serveSecurityTxt)))
	rows.handle("GET "+mediaPath, counted,
		g.withMediaCORS(g.rateLimit(limits.Media, withoutRateLimitHeaders(g.verifyAddress(g.bytes)))))
	if g.traces != nil {
		rows.handle("GET /debug/trace/", counted, g.traces)
	}
	thing := g.thingPage(rpc)
	rows.handle("GET /gallery/{id}", traced, g.limitPages(thing))
	rows.handle("GET /bictok/{id}", traced, g.limitPages(thing))
	rows.handle("GET /{name}", counted, g.limitPages(g.pageOfOneName(thing)))
	rows.handle("GET "+cardImages, traced, g.rateLimit(limits.Pages, withoutRateLimitHeaders(g.serveCardImage(rpc))))
	rows.handle("GET /robots.txt", counted, g.limitPages(http.HandlerFunc(g.serveRobots)))
	rows.handle("GET "+sitemapPath, counted, g.limitPages(http.HandlerFunc(g.serveSitemap)))
	rows.handle("GET "+sitemapPages, counted, g.limitPages(http.HandlerFunc(g.serveSitemap)))
	rows.handle("GET "+manifestPath, counted, g.limitPages(http.HandlerFunc(g.serveManifest)))
	rows.handle("/", counted, g.limitPages(http.HandlerFunc(g.servePage)))
	return rows
}

// apiPrefix is every address of the interface that has no row of its own.
const apiPrefix = "/api/v1/"

// routeNotFound answers 405 where the table has the address with another method, and 404 elsewhere.
func routeNotFound(table *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut,
			http.MethodPatch, http.MethodDelete} {
			other := r.Clone(r.Context())
			other.Method = method
			if _, pattern := table.Handler(other); pattern != apiPrefix {
				allowed = append(allowed, method)
			}
		}
		if allowed == nil {
			writeProblem(r.Context(), w, errNoRoute)
			return
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		writeProblem(r.Context(), w, errMethod)
	})
}

// rpc is the REST surface that the contracts describe, each call with the timeout and body limit
// above. The runtime sees no header: all that one may say has been read by now. It knows GET only;
// the server keeps the body of an answer to HEAD back.
func (g *gateway) rpc() http.Handler {
	backends := g.config.backends()
	mux := runtime.NewServeMux(
		// HttpBody passes as it is; everything else is strict JSON.
		runtime.WithMarshalerOption(runtime.MIMEWildcard, &runtime.HTTPBodyMarshaler{Marshaler: strict.NewJSON()}),
		runtime.SetQueryParameterParser(strict.Query{}),
		runtime.WithErrorHandler(func(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler,
			w http.ResponseWriter, _ *http.Request, err error) {
			writeProblem(ctx, w, strict.Fault(err))
		}),
		runtime.WithRoutingErrorHandler(func(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler,
			w http.ResponseWriter, _ *http.Request, status int) {
			writeProblem(ctx, w, routingFault(status))
		}),
		runtime.WithOutgoingHeaderMatcher(noHeader),
		runtime.WithForwardResponseOption(func(ctx context.Context, _ http.ResponseWriter, answer proto.Message) error {
			g.fillAddresses(ctx, answer)
			return nil
		}),
		runtime.WithForwardResponseOption(setStatus(statuses(backends))),
		runtime.WithDisableHTTPMethodOverride(),
		runtime.WithDisablePathLengthFallback(),
		// as the table reads addresses: no id reaches another row's call
		runtime.WithUnescapingMode(runtime.UnescapingModeAllExceptSlash),
		runtime.WithWriteContentLength(),
	)
	ctx := context.Background() // only for logging inside the runtime
	for _, b := range backends {
		if b.register == nil {
			continue
		}
		if err := b.register(ctx, mux, g.conns[b.contract]); err != nil {
			panic(err) // never: registering only stores functions
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(r.Context())
		r.Header = http.Header{}
		if r.Method == http.MethodHead {
			r.Method = http.MethodGet
		}
		mux.ServeHTTP(w, r)
	})
}
