package main

import (
	"context"
	"net/http"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"

	"mcwick.example/gateway/internal/strict"
	"mcwick.example/platform/limit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// created are the calls whose answer is not 200.
var created = map[string]int{
	generationv1.GenerationService_CreateJob_FullMethodName: http.StatusAccepted,
	mediav1.MediaService_Publish_FullMethodName:             http.StatusCreated,
}

// The shape of the house's patience: how long a call may take, how large its body may be.
const (
	callTimeout = 10 * time.Second
	maxBody     = 64 << 10
)

// routes is the public edge on one screen. Whatever is not here is the page, or a real 404.
func (g *gateway) routes() http.Handler {
	mux := http.NewServeMux()
	api := func(pattern string, rate limit.Rate, h http.Handler) {
		mux.Handle(pattern, g.visitor(g.limited(rate, bounded(h))))
	}
	rpc := g.rpc()
	api("POST /api/v1/jobs", g.limits.Jobs, rpc)
	api("POST /api/v1/artworks/{id}/publications", g.limits.Publications, rpc)
	api("GET /api/v1/jobs/{id}", g.limits.Reads, rpc)
	api("GET /api/v1/images", g.limits.Reads, rpc)
	api("PUT /api/v1/images/{id}/like", g.limits.Likes, rpc)
	api("POST /api/v1/telemetry/spans", g.limits.Spans, g.spans)
	api("GET /api/v1/sessions/current", g.limits.Reads, http.HandlerFunc(g.currentSession))
	api("/api/v1/", g.limits.Reads, rpc) // which knows what is not there

	mux.Handle("GET /api/v1/jobs/{id}/events", g.visitor(g.limited(g.limits.Reads, http.HandlerFunc(g.jobEvents))))
	mux.HandleFunc("GET /config.json", g.site.ServeHTTP)
	mux.Handle("GET /media/", g.bytes)
	if g.traces != nil {
		mux.Handle("GET /debug/trace/", g.traces)
	}
	mux.Handle("/", g.pages)
	return g.edge(mux)
}

// rpc is the REST surface that the contracts describe, each call with the house's patience.
func (g *gateway) rpc() http.Handler {
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
		runtime.WithIncomingHeaderMatcher(noHeader), // what services learn of a request is in the caller, nothing else
		runtime.WithOutgoingHeaderMatcher(noHeader),
		runtime.WithForwardResponseOption(setStatus),
		runtime.WithDisableHTTPMethodOverride(),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithWriteContentLength(),
	)
	ctx := context.Background() // only for logging inside the runtime
	for conn, register := range map[*grpc.ClientConn]func(context.Context, *runtime.ServeMux, *grpc.ClientConn) error{
		g.generation: generationv1.RegisterGenerationServiceHandler,
		g.media:      mediav1.RegisterMediaServiceHandler,
		g.gallery:    galleryv1.RegisterGalleryServiceHandler,
	} {
		if err := register(ctx, mux, conn); err != nil {
			panic(err) // never: registering only stores functions
		}
	}
	return mux
}
