package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"mcwick.example/platform/dial"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/mtls"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// serverTimeout is how long the answer of an internal server may take to begin, and then to go on.
const serverTimeout = 10 * time.Second

// proxy passes requests on to one internal server, with their path and ranges. Bytes and the trace
// viewer come this way.
func proxy(address string) (http.Handler, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("proxy: %w", err)
	}
	return forward(func(r *httputil.ProxyRequest) { r.SetURL(target) }, func(*http.Response) error { return nil }), nil
}

// proxyMedia passes requests for objects on to media, those for the same small copy together. Media
// learns whether the address was signed for the device that asks, whatever the client says of that, and
// no signature.
func proxyMedia(address string) (http.Handler, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("proxy: %w", err)
	}
	direct := func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.URL.RawQuery = ""
		access := mediav1.AccessPublic
		if isVerifiedAddress(r.In.Context()) {
			access = mediav1.AccessOwner
		}
		r.Out.Header.Set(mediav1.AccessHeader, access)
	}
	return shareReads(forward(direct, func(r *http.Response) error {
		if isVerifiedAddress(r.Request.Context()) { // media of the last release lets caches keep it
			r.Header.Set("Cache-Control", "private, no-store")
		}
		return nil
	})), nil
}

// forward passes requests on to where direct sends them, and answers a problem document when the
// server is unreachable, or the fault that accept finds in the answer.
func forward(direct func(*httputil.ProxyRequest), accept func(*http.Response) error) http.Handler {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = dial.Connect
	transport.ResponseHeaderTimeout = serverTimeout
	// or those whose other end vanished would each cost a visitor that time
	transport.IdleConnTimeout = 10 * time.Second
	transport.MaxIdleConnsPerHost = 64
	mtls.Own().Transport(transport)
	return &httputil.ReverseProxy{
		BufferPool: newBufferPool(),
		Transport:  otelhttp.NewTransport(transport), // media continues the trace, which is not recorded
		Rewrite: func(r *httputil.ProxyRequest) {
			direct(r)
			r.Out.Header.Del("Cookie")
		},
		ModifyResponse: func(r *http.Response) error {
			for _, name := range edgeHeaders {
				r.Header.Del(name)
			}
			if err := accept(r); err != nil {
				return err
			}
			r.Body = newTimedBody(r.Body)
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			// a client that scrolls on cancels its pictures
			if !errors.As(err, new(*fault.Error)) && !errors.Is(err, context.Canceled) {
				err = fault.ErrUnavailable.WithCause(err)
			}
			writeProblem(r.Context(), w, err)
		},
	}
}

// timedBody is the body of an answer. Its server may take serverTimeout for the next bytes, and its reader longer.
type timedBody struct {
	io.ReadCloser
	timer *time.Timer
}

func newTimedBody(body io.ReadCloser) *timedBody {
	timer := time.AfterFunc(serverTimeout, func() { body.Close() }) // ends the read under way
	timer.Stop()
	return &timedBody{body, timer}
}

// Read implements io.Reader.
func (b *timedBody) Read(p []byte) (int, error) {
	b.timer.Reset(serverTimeout)
	defer b.timer.Stop()
	return b.ReadCloser.Read(p)
}

// bufferPool lends the buffers through which bodies are copied: one for each picture would be most
// of what the gateway allocates.
type bufferPool struct{ sync.Pool }

const bufferBytes = 32 << 10

func newBufferPool() *bufferPool {
	return &bufferPool{sync.Pool{New: func() any { return new([bufferBytes]byte) }}}
}

// Get implements httputil.BufferPool.
func (p *bufferPool) Get() []byte { return p.Pool.Get().(*[bufferBytes]byte)[:] }

// Put implements httputil.BufferPool.
func (p *bufferPool) Put(b []byte) { p.Pool.Put((*[bufferBytes]byte)(b)) }
