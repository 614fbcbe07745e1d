package main

import (
	"context"
	"math"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/limit"
)

// debits are the buckets that a request is counted in, the narrowest first, and their subject: the
// network that it comes from. Redis learns hashes of both, and of the address.
type debits struct {
	subject string
	scarce  bool // see limits.Scopes
	leased  bool // see limits.Kind
	buckets []limit.Bucket
}

// add counts the request in one more bucket, unless its rate is no bound.
func (d *debits) add(scope string, rate limit.Rate, key string) {
	if rate != (limit.Rate{}) {
		d.buckets = append(d.buckets, limit.Bucket{Key: key, Scope: scope, Rate: rate})
	}
}

// withoutDevice are the debits of all but the device itself.
func (d debits) withoutDevice() debits {
	d.buckets = slices.DeleteFunc(slices.Clone(d.buckets), isOfDevice)
	return d
}

// ofDevice are the debits of the device alone.
func (d debits) ofDevice() debits {
	d.buckets = slices.DeleteFunc(slices.Clone(d.buckets), func(b limit.Bucket) bool { return !isOfDevice(b) })
	return d
}

func (d debits) hasDevice() bool { return slices.ContainsFunc(d.buckets, isOfDevice) }

func isOfDevice(b limit.Bucket) bool { return b.Scope == "device" }

// debitsOf are the debits of a request of a kind. A device counts only once it has come with its
// cookie: a new one costs nothing, so a request without is bounded by its address. In each network a
// device counts anew, for the same reason: a client that uses many networks could as well send no
// cookie.
func (g *gateway) debitsOf(kind limits.Kind, r *http.Request) debits {
	s, client := g.limits.get()[kind], clientOf(r)
	d := debits{subject: client.subnet(), scarce: s.Scarce, leased: kind.IsLeased()}
	route := string(kind) + " " + r.Pattern
	if client.visitor != "" {
		d.add("device", s.Device, route+":"+client.visitor)
	}
	d.add("address", s.Address, route+":"+client.flow())
	d.add("subnet", s.Subnet, route+":"+d.subject)
	return d
}

var errLimited = fault.New(fault.KindLimited, "RATE_LIMITED",
	"Easy, broh. The wick needs a breather before the next one.")

// debit decides about a request by its debits. Without buckets nothing limits it.
func (g *gateway) debit(ctx context.Context, d debits) limit.Decision {
	if len(d.buckets) == 0 {
		return limit.Decision{Allowed: true}
	}
	if d.leased {
		return g.guard.AllowLeased(ctx, d.subject, d.buckets...)
	}
	return g.guard.Allow(ctx, d.subject, d.scarce, d.buckets...)
}

// rateLimit lets a request through when every one of its buckets has room, and tells in the
// RateLimit headers how much the fullest still has, of how much.
func (g *gateway) rateLimit(kind limits.Kind, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		counted := g.debitsOf(kind, r)
		if len(counted.buckets) == 0 {
			h.ServeHTTP(w, r)
			return
		}
		d := g.debit(r.Context(), counted)
		setRateLimitHeaders(w, d, counted.buckets[0].Rate)
		if !d.Allowed {
			g.activity.recordRefusal(r.Pattern, d.RefusedBy.Scope)
			writeProblem(r.Context(), w, errLimited.WithRetryAfter(d.RetryAfter))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// allow returns an error when one of a request's buckets of a kind is empty. It is for work that only some
// requests of a route need.
func (g *gateway) allow(r *http.Request, kind limits.Kind) error {
	d := g.debit(r.Context(), g.debitsOf(kind, r))
	if d.Allowed {
		return nil
	}
	g.activity.recordRefusal(r.Pattern, d.RefusedBy.Scope)
	return errLimited.WithRetryAfter(d.RetryAfter)
}

// maySearch counts a list of words that no cache has, which costs the gallery hundreds of times what another list
// does.
func (g *gateway) maySearch(r *http.Request) error {
	if r.URL.Query().Get("query") == "" {
		return nil
	}
	return g.allow(r, limits.Searches)
}

// setRateLimitHeaders tells how much the fullest bucket of a request still has, and what the
// narrowest lets through.
func setRateLimitHeaders(w http.ResponseWriter, d limit.Decision, narrowest limit.Rate) {
	wait := int(math.Ceil(d.RetryAfter.Seconds()))
	w.Header().Set("RateLimit", `"route";r=`+strconv.Itoa(d.Remaining)+`;t=`+strconv.Itoa(wait))
	w.Header().Set("RateLimit-Policy", rateLimitPolicy(narrowest))
}

// withoutRateLimitHeaders leaves the figures of one visitor out of answers that a cache may keep
// for others.
func withoutRateLimitHeaders(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Del("RateLimit")
		w.Header().Del("RateLimit-Policy")
		h.ServeHTTP(w, r)
	})
}

// rateLimitPolicy says what the narrowest bucket of a request lets through: q at once, and all of
// it again in w seconds. The wider ones let through more.
func rateLimitPolicy(r limit.Rate) string {
	window := math.Ceil((r.Every * time.Duration(r.Burst)).Seconds())
	return `"route";q=` + strconv.Itoa(r.Burst) + `;w=` + strconv.Itoa(int(window))
}

// addressPrefix is the address that counts as one household's: all of IPv4, the /64 of IPv6.
func addressPrefix(remote string) string { return prefixOf(remote, 32, 64) }

// subnet is what an address is one of many of: the /24 of IPv4, the /48 of IPv6.
func subnet(remote string) string { return prefixOf(remote, 24, 48) }

// laneNetwork is what shares its turns in a queue and its part of the day's money: the /24 of IPv4,
// the /40 of IPv6. It is coarser than subnet in IPv6, where one customer has a whole /48, also
// those of free tunnels: a /40 is 256 customers, as a /24 of IPv4 is 256 addresses. Each costs a
// provider about as much as the other, so lanes cost the same with either.
func laneNetwork(remote string) string { return prefixOf(remote, 24, 40) }

// supernet is the network above those of many lanes: the /16 of IPv4, the /32 of IPv6, which is what
// a provider has.
func supernet(remote string) string { return prefixOf(remote, 16, 32) }

// subscriber is what one customer of a provider has: an address of IPv4, a /48 of IPv6.
func subscriber(remote string) string { return prefixOf(remote, 32, 48) }

// prefixOf is the address of host:port cut to so many bits of its family.
func prefixOf(remote string, v4, v6 int) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return remote
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	bits := v4
	if a = a.Unmap(); a.Is6() {
		bits = v6
	}
	p, _ := a.Prefix(bits) // bits fit the family
	return p.String()
}
