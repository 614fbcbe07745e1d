package main

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"

	"mcwick.example/gateway/internal/strict"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

// The shape of the house's patience: how long a call may take, how large its body may be.
const (
	callTimeout = 10 * time.Second
	maxBody     = 64 << 10
)

func (g *gateway) routes() http.Handler {
	rows := g.table()
	return g.edge(rows.mux, rows.traced)
}

// table is the public edge on one screen. What is not here is a page, a file or a refusal, also when a
// service's contract gives it an address.
func (g *gateway) table() *table {
	rows := newTable()
	parameters := withQuery(g.config.backends())
	api := func(pattern string, s Scopes, h http.Handler) {
		rows.handle(pattern, traced, g.limited(s, checkedQuery(pattern, parameters, g.visitor(bounded(h)))))
	}
	rpc := g.rpc()
	rows.handle("POST /api/v1/jobs", traced, bounded(g.jobs(g.visitor(rpc))))
	api("POST /api/v1/text-layouts", g.limits.Layouts, rpc)
	api("POST /api/v1/artworks/{id}/preview", g.limits.Previews, rpc)
	api("POST /api/v1/artworks/{id}/publications", g.limits.Publications, g.withAccount(rpc))
	api("GET /api/v1/publications", g.limits.Reads, g.withAccount(rpc))
	api("DELETE /api/v1/publications/{id}", g.limits.Writes, g.withAccount(rpc))
	api("POST /api/v1/publications/{id}/reports", g.limits.Complaints, rpc)
	api("POST /api/v1/jobs/{id}/cancel", g.limits.Writes, rpc)
	api("GET /api/v1/jobs/{id}", g.limits.Reads, rpc)
	api("GET /api/v1/speeches/{id}", g.limits.Reads, rpc)
	api("POST /api/v1/videos", g.limits.Videos, rpc)
	api("POST /api/v1/videos/{id}/cancel", g.limits.Writes, rpc)
	api("POST /api/v1/videos/{id}/share", g.limits.Writes, rpc)
	api("GET /api/v1/videos/{id}", g.limits.Reads, rpc)
	api("GET /api/v1/shared-videos/{id}", g.limits.Reads, g.cache.cached(rpc, nil))
	api("GET /api/v1/images", g.limits.Reads, g.cache.cached(rpc, new(galleryv1.ListImagesRequest)))
	api("GET /api/v1/images/{id}", g.limits.Reads, g.cache.cached(rpc, nil))
	api("GET /api/v1/likes", g.limits.Reads, g.withAccountIfKnown(rpc))
	api("PUT /api/v1/images/{id}/like", g.limits.Writes, g.withAccount(rpc))
	api("POST /api/v1/identity/challenges", g.limits.Challenges, rpc)
	api("POST /api/v1/identity/keys", g.limits.Registrations, g.logsIn(rpc))
	api("POST /api/v1/identity/keys/rotate", g.limits.Logins, g.logsIn(rpc))
	api("POST /api/v1/sessions", g.limits.Logins, g.logsIn(rpc))
	api("GET /api/v1/sessions/current", g.limits.Reads, g.currentSession(rpc))
	api("DELETE /api/v1/sessions/current", g.limits.Writes, g.logsOut(rpc))
	api("DELETE /api/v1/sessions", g.limits.Writes, g.logsOut(rpc))
	api("PATCH /api/v1/profile", g.limits.Writes, rpc)
	api("POST /api/v1/early-access", g.limits.Logins, rpc)
	api("GET /api/v1/wall/entries", g.limits.Reads, g.whileOpen(g.cache.cached(rpc, new(wallv1.ListWallEntriesRequest))))
	api("GET /api/v1/wall/entries/{id}/avatar", g.limits.Media, g.whileOpen(g.cache.cached(rpc, nil)))
	api("POST /api/v1/wall/entries/{id}/reports", g.limits.Complaints, g.whileOpen(rpc))
	api("POST /api/v1/wall/nominations", g.limits.Nominations, g.whileOpen(rpc))
	api("POST /api/v1/takedowns", g.limits.Complaints, rpc)
	rows.handle(absent, traced, g.limited(g.limits.Reads, refusal(rows.mux)))

	stream := func(pattern string, h http.HandlerFunc) {
		rows.handle(pattern, traced, g.limited(g.limits.Reads, checkedQuery(pattern, parameters, g.visitor(g.streamed(h)))))
	}
	stream("GET /api/v1/jobs/{id}/events", g.events("job", g.waitJob))
	stream("GET /api/v1/videos/{id}/events", g.events("video", g.waitVideo))
	// What browsers tell of themselves is nobody's: a report that overtakes a page's first call must not make a second device.
	rows.handle("POST /api/v1/telemetry/spans", counted, g.limited(g.limits.Telemetry, bounded(g.spans)))
	rows.handle("POST /api/v1/telemetry/vitals", counted, g.limited(g.limits.Telemetry, bounded(g.vitals)))
	rows.handle("GET /config.json", counted, g.site)
	rows.handle("GET /media/", counted, g.fromElsewhere(g.limited(g.limits.Media, shared(g.bytes))))
	if g.traces != nil {
		rows.handle("GET /debug/trace/", counted, g.traces)
	}
	rows.handle("GET /gallery/{id}", traced, g.picturePage(rpc))
	rows.handle("GET /bictok/{id}", traced, g.videoPage(rpc))
	rows.handle("/", counted, http.HandlerFunc(g.page))
	return rows
}

// absent is every address of the interface that has no row of its own.
const absent = "/api/v1/"

// refusal answers 405 where the table has the address with another method, and 404 elsewhere.
func refusal(table *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			other := r.Clone(r.Context())
			other.Method = method
			if _, pattern := table.Handler(other); pattern != absent {
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

// rpc is the REST surface that the contracts describe, each call with the house's patience. The runtime sees no header: all that
// one may say has been read by now. It knows GET only; the server keeps the body of an answer to HEAD back.
func (g *gateway) rpc() http.Handler {
	backends := g.config.backends()
	mux := runtime.NewServeMux(
		// HttpBody passes as it is; everything else is strict JSON.
		runtime.WithMarshalerOption(runtime.MIMEWildcard, &runtime.HTTPBodyMarshaler{Marshaler: strict.NewJSON()}),
		runtime.SetQueryParameterParser(strict.Query{}),
		runtime.WithErrorHandler(func(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, _ *http.Request, err error) {
			writeProblem(ctx, w, strict.Fault(err))
		}),
		runtime.WithRoutingErrorHandler(func(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, _ *http.Request, status int) {
			writeProblem(ctx, w, routingFault(status))
		}),
		runtime.WithOutgoingHeaderMatcher(noHeader),
		runtime.WithForwardResponseOption(setStatus(statuses(backends))),
		runtime.WithDisableHTTPMethodOverride(),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithUnescapingMode(runtime.UnescapingModeAllExceptSlash), // as the table reads addresses: no id reaches another row's call
		runtime.WithWriteContentLength(),
	)
	ctx := context.Background() // only for logging inside the runtime
	for _, b := range backends {
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
