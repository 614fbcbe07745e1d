package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"mcwick.example/platform/fault"
)

// proxy passes requests on to one server of the house, with their path and ranges, and answers a problem
// document when it is away. Bytes and the trace viewer come this way.
func proxy(address string) (http.Handler, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("proxy: %w", err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = 10 * time.Second
	transport.MaxIdleConnsPerHost = 64
	return &httputil.ReverseProxy{
		Transport: otelhttp.NewTransport(transport),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Del("Cookie")
		},
		ModifyResponse: func(r *http.Response) error {
			r.Header.Del("Set-Cookie")             // only the edge gives cookies, and none with what caches keep
			r.Header.Del("X-Content-Type-Options") // the edge has said it already
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if !errors.Is(err, context.Canceled) { // whoever scrolls on gives pictures up
				err = fault.Unavailable.With(err)
			}
			writeProblem(r.Context(), w, err)
		},
	}, nil
}
