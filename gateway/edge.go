package main

import (
	"cmp"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// mediaOrigin is the origin of the media when it is not the page's own, or empty.
func (c configuration) mediaOrigin() string {
	base, err := url.Parse(c.MediaBase)
	if err != nil || base.Host == "" {
		return "" // a path; the configuration was checked at start
	}
	if origin := base.Scheme + "://" + base.Host; origin != c.PublicOrigin {
		return origin
	}
	return ""
}

// withMediaCORS lets the page read media that it asks another host for: a cache in front of this
// gateway.
func (g *gateway) withMediaCORS(h http.Handler) http.Handler {
	if g.config.mediaOrigin() == "" {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		w.Header().Set("Access-Control-Allow-Origin", g.config.PublicOrigin)
		h.ServeHTTP(w, r)
	})
}

// withEdge is what every request goes through first, outermost first: request client, UTF-8, span,
// panic, framing, ranges, headers, problems, cross-site, blocks. Whether a request makes a trace is
// for its row to say.
func (g *gateway) withEdge(h http.Handler, isTraced func(*http.Request) bool) http.Handler {
	h = g.refuseCrossSite(g.refuseBlocked(h))
	h = withProblems(h)
	h = g.withSecurityHeaders(h)
	h = withConnectionFraming(limitRanges(h))
	h = newRequestTelemetry(serverName(g.config.PublicOrigin)).handler(h, isTraced)
	return g.withRequestClient(withValidPath(h))
}

// serverName is the host and the port of an origin. Metrics carry it instead of the Host header,
// which strangers choose.
func serverName(origin string) string {
	u, _ := url.Parse(origin) // the configuration was checked at start
	port := cmp.Or(u.Port(), map[string]string{"https": "443"}[u.Scheme], "80")
	return net.JoinHostPort(u.Hostname(), port)
}

// refuseCrossSite refuses writes that another site's page sends with our visitor's cookies.
func (g *gateway) refuseCrossSite(h http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	if err := protection.AddTrustedOrigin(g.config.PublicOrigin); err != nil {
		panic(err) // the configuration was checked at start
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeProblem(r.Context(), w, errCrossSite)
	}))
	return protection.Handler(h)
}

// withSecurityHeaders sets the headers that every answer has and takes away what only our own side
// may say.
func (g *gateway) withSecurityHeaders(h http.Handler) http.Handler {
	headers := securityHeaders(g.config)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		if g.devices.secure {
			w.Header().Set("Strict-Transport-Security", "max-age=63072000") // two years
		}
		if strings.HasPrefix(r.URL.Path, "/api/") {
			w.Header().Set("X-Robots-Tag", "noindex") // pages show what the API says
		}
		if id := traceIDOf(r.Context()); id != "" {
			w.Header().Set(traceHeader, id)
		}
		for name := range r.Header {
			if strings.HasPrefix(name, "Grpc-") {
				r.Header.Del(name)
			}
		}
		h.ServeHTTP(w, r)
	})
}
