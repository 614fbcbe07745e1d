package main

import (
	"context"
	"net/http"
)

// asker is who makes a request, found out once.
type asker struct {
	address string // of the client, as host:port
	deviceCookie
	visitor string // the opaque id under which services know the device; empty without one
}

type askerKey struct{}

// askerOf gives whom asked found.
func askerOf(r *http.Request) asker {
	a, _ := r.Context().Value(askerKey{}).(asker)
	return a
}

// asked finds out who asks, and takes away what else the request says of it: limits and services go by the asker,
// and no span learns an address.
func (g *gateway) asked(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := asker{
			address:      clientAddress(r.RemoteAddr, r.Header.Values("X-Forwarded-For"), g.config.TrustedProxies),
			deviceCookie: g.devices.read(r),
		}
		if a.device != nil {
			a.visitor = g.devices.visitorOf(a.device)
		}
		r = r.WithContext(context.WithValue(r.Context(), askerKey{}, a))
		r.RemoteAddr = ""
		for _, name := range forwarding {
			r.Header.Del(name)
		}
		h.ServeHTTP(w, r)
	})
}
