package main

import (
	"context"
	"net/http"
	"sync"

	"mcwick.example/platform/security"
)

// requestClient is who makes a request, found out once.
type requestClient struct {
	address string // of the client, as host:port
	deviceCookie
	standing standing // of the device, as it was when the request came
	visitor  string   // the opaque id under which services know the device; empty without one
	// Keyed hashes of the address and its networks, each derived once when it is needed.
	flow, subnet, lane func() string
}

type requestClientKey struct{}

// clientOf returns the request client that withRequestClient resolved.
func clientOf(r *http.Request) requestClient {
	a, _ := r.Context().Value(requestClientKey{}).(requestClient)
	return a
}

// withRequestClient resolves the request client, and takes away what else the request says of it:
// limits and services go by that, and no span learns an address.
func (g *gateway) withRequestClient(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := requestClient{
			address:      clientAddress(r.RemoteAddr, r.Header.Values("X-Forwarded-For"), g.config.TrustedProxies),
			deviceCookie: g.devices.read(r),
		}
		a.flow = sync.OnceValue(func() string { return g.devices.flowOf(a.address) })
		a.subnet = sync.OnceValue(func() string { return g.devices.subnetOf(a.address) })
		a.lane = sync.OnceValue(func() string { return g.devices.laneOf(a.address) })
		if a.device != nil {
			a.visitor = g.devices.visitorOf(a.device)
			a.standing = g.devices.readStanding(r, a.device)
		}
		if a.refused != "" {
			g.events.Record(r.Context(), security.CookieRefused, a.refused, security.Lane(a.lane()))
		}
		r = r.WithContext(context.WithValue(r.Context(), requestClientKey{}, a))
		r.RemoteAddr = ""
		for _, name := range forwardingHeaders {
			r.Header.Del(name)
		}
		h.ServeHTTP(w, r)
	})
}
