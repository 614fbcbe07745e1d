package main

import (
	"net"
	"net/http"
	"net/netip"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/limit"
)

// Limits are the rates of one device on each kind of route. An address may do addressFactor times as
// much, because a mobile carrier hides many people behind one.
type Limits struct {
	Jobs         limit.Rate
	Publications limit.Rate
	Likes        limit.Rate
	Spans        limit.Rate
	Reads        limit.Rate
}

const addressFactor = 20

// defaultLimits are generous: the demo provider costs nothing.
func defaultLimits() Limits {
	return Limits{
		Jobs:         limit.Rate{Every: 30 * time.Second, Burst: 30},
		Publications: limit.Rate{Every: 10 * time.Second, Burst: 60},
		Likes:        limit.Rate{Every: 500 * time.Millisecond, Burst: 120},
		Spans:        limit.Rate{Every: time.Second, Burst: 120},
		Reads:        limit.Rate{Every: 50 * time.Millisecond, Burst: 200},
	}
}

var errLimited = fault.New(fault.KindLimited, "RATE_LIMITED", "Easy, broh. The wick needs a breather before the next one.")

// limited lets a visitor through at the rate, by address and by the device that the request came with.
// Without Redis it lets everyone through and says so in the log: the services keep their own bounds, and
// likes and jobs stay exact.
func (g *gateway) limited(rate limit.Rate, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wide := limit.Rate{Every: rate.Every / addressFactor, Burst: rate.Burst * addressFactor}
		buckets := []limit.Bucket{{Key: r.Pattern + ":" + addressPrefix(r.RemoteAddr), Rate: wide}}
		if device, ok := g.devices.read(r); ok {
			buckets = append(buckets, limit.Bucket{Key: r.Pattern + ":" + g.devices.visitorOf(device), Rate: rate})
		}
		d, err := g.limiter.Take(r.Context(), buckets...)
		if err != nil {
			g.log.WarnContext(r.Context(), "limiter", "error", err)
		} else if !d.Allowed {
			writeProblem(r.Context(), w, errLimited.After(d.Wait))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// addressPrefix is the address that counts as one household's: all of IPv4, the /64 of IPv6.
func addressPrefix(remote string) string { return prefixOf(remote, 32, 64) }

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
