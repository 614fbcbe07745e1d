package main

import (
	"math"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/limit"
)

// bucketNames tell the buckets of kinds that share a route apart.
var bucketNames = map[limits.Kind]string{limits.Scripts: " script", limits.Speeches: " speech"}

// bucketsOf are what the request is debited from, the narrowest first, and their subject: the
// network that it comes from. A device counts only once it has come with its cookie: a new one
// costs nothing, so a request without is bounded by its address. In each network a device counts
// anew, for the same reason: a client that uses many networks could as well send no cookie. scarce
// says that what is asked for costs money.
func (g *gateway) bucketsOf(kind limits.Kind, r *http.Request) (network string, scarce bool, out []limit.Bucket) {
	s := g.limits.get()[kind]
	add := func(scope string, rate limit.Rate, who string) {
		if rate != (limit.Rate{}) {
			out = append(out, limit.Bucket{Key: r.Pattern + bucketNames[kind] + ":" + who, Scope: scope, Rate: rate})
		}
	}
	client := clientOf(r)
	if client.visitor != "" {
		add("device", s.Device, client.visitor)
	}
	network = subnet(client.address)
	add("address", s.Address, addressPrefix(client.address))
	add("subnet", s.Subnet, network)
	return network, s.Scarce, out
}

var errLimited = fault.New(fault.KindLimited, "RATE_LIMITED",
	"Easy, broh. The wick needs a breather before the next one.")

// rateLimit lets a request through when every one of its buckets has room, and tells in the
// RateLimit headers how much the fullest still has, of how much.
func (g *gateway) rateLimit(kind limits.Kind, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		network, scarce, counted := g.bucketsOf(kind, r)
		if len(counted) == 0 {
			h.ServeHTTP(w, r)
			return
		}
		d := g.guard.Allow(r.Context(), network, scarce, counted...)
		wait := int(math.Ceil(d.RetryAfter.Seconds()))
		w.Header().Set("RateLimit", `"route";r=`+strconv.Itoa(d.Remaining)+`;t=`+strconv.Itoa(wait))
		w.Header().Set("RateLimit-Policy", rateLimitPolicy(counted[0].Rate))
		if !d.Allowed {
			g.activity.recordRefusal(r.Pattern, d.RefusedBy.Scope)
			writeProblem(r.Context(), w, errLimited.WithRetryAfter(d.RetryAfter))
			return
		}
		h.ServeHTTP(w, r)
	})
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
