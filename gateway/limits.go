package main

import (
	"bytes"
	_ "embed" // the production figures
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/netip"
	"os"
	"reflect"
	"strconv"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/limit"
)

// Limits are the rates of each kind of route. The production figures are limits.json beside this
// file; LIMITS_FILE gives kinds of route other figures.
type Limits struct {
	Jobs          Scopes `json:"jobs"` // pictures
	Scripts       Scopes `json:"scripts"`
	Speeches      Scopes `json:"speeches"`
	Videos        Scopes `json:"videos"`
	Layouts       Scopes `json:"layouts"`
	Previews      Scopes `json:"previews"`
	Publications  Scopes `json:"publications"`
	Writes        Scopes `json:"writes"`
	Challenges    Scopes `json:"challenges"`
	Registrations Scopes `json:"registrations"`
	Logins        Scopes `json:"logins"`
	Nominations   Scopes `json:"nominations"`
	Complaints    Scopes `json:"complaints"` // reports of pictures and names, requests to take something down
	Telemetry     Scopes `json:"telemetry"`  // what browsers tell of themselves
	Reads         Scopes `json:"reads"`
	Media         Scopes `json:"media"`
	Pages         Scopes `json:"pages"` // HTML and config.json
}

// Scopes are the buckets that a request is counted in; a scope that is left out does not bound.
// None is everybody's: a request is counted before anybody knows whether it is valid, so one
// visitor could close such a route for all. What is scarce for all is shared by lanes in the queue
// and in the day's budget.
type Scopes struct {
	Device  limit.Rate `json:"device"`  // one browser, by its cookie
	Address limit.Rate `json:"address"` // one household: an IPv4 address or an IPv6 /64
	Subnet  limit.Rate `json:"subnet"`  // see subnet
	kind    string     // tells its buckets from others of the same route
	// Scarce says that each one costs money: without Redis only a quarter is let through.
	Scarce bool `json:"scarce"`
}

//go:embed limits.json
var productionLimits []byte

// readLimits returns the production figures with those of the file at path in their place: each kind
// of route that the file names is taken from it as a whole. So an installation's file stays good when
// a release brings a new kind. A kind must have a bound by address, so that none is left open.
func readLimits(path string) (l Limits, err error) {
	if err := mergeLimits(&l, productionLimits); err != nil || path == "" {
		return l, err
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return l, err
	}
	return l, mergeLimits(&l, b)
}

func mergeLimits(l *Limits, content []byte) (err error) {
	var given map[string]Scopes
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(&given); err != nil {
		return fmt.Errorf("limits: %w", err)
	}
	for field, scopes := range reflect.ValueOf(l).Elem().Fields() {
		kind := field.Tag.Get("json")
		if s, ok := given[kind]; ok {
			scopes.Set(reflect.ValueOf(s))
			delete(given, kind)
		}
		if scopes.Interface().(Scopes).Address == (limit.Rate{}) {
			err = errors.Join(err, fmt.Errorf("limits: %s has no bound by address", kind))
		}
	}
	for kind := range given {
		err = errors.Join(err, fmt.Errorf("limits: %s is no kind of route", kind))
	}
	return err
}

// bucketsOf are what the request is debited from, the narrowest first, and their subject: the
// network that it comes from. A device counts only once it has come with its cookie: a new one
// costs nothing, so a request without is bounded by its address. In each network a device counts
// anew, for the same reason: a client that uses many networks could as well send no cookie.
func bucketsOf(s Scopes, r *http.Request) (network string, out []limit.Bucket) {
	add := func(scope string, rate limit.Rate, who string) {
		if rate != (limit.Rate{}) {
			out = append(out, limit.Bucket{Key: r.Pattern + s.kind + ":" + who, Scope: scope, Rate: rate})
		}
	}
	client := clientOf(r)
	if client.visitor != "" {
		add("device", s.Device, client.visitor)
	}
	network = subnet(client.address)
	add("address", s.Address, addressPrefix(client.address))
	add("subnet", s.Subnet, network)
	return network, out
}

// newRefusedCounter counts who was over a limit. A scope that refuses much is too tight, or under
// attack.
func newRefusedCounter() (metric.Int64Counter, error) {
	return otel.Meter("mcwick/gateway").Int64Counter("mcwick.limits.refused",
		metric.WithDescription("Requests over a limit, by route and by the scope that refused: device, address, subnet."))
}

var errLimited = fault.New(fault.KindLimited, "RATE_LIMITED",
	"Easy, broh. The wick needs a breather before the next one.")

// rateLimit lets a request through when every one of its buckets has room, and tells in the
// RateLimit headers how much the fullest still has, of how much.
func (g *gateway) rateLimit(s Scopes, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		network, counted := bucketsOf(s, r)
		if len(counted) == 0 {
			h.ServeHTTP(w, r)
			return
		}
		d := g.guard.Allow(r.Context(), network, s.Scarce, counted...)
		wait := int(math.Ceil(d.RetryAfter.Seconds()))
		w.Header().Set("RateLimit", `"route";r=`+strconv.Itoa(d.Remaining)+`;t=`+strconv.Itoa(wait))
		w.Header().Set("RateLimit-Policy", rateLimitPolicy(counted[0].Rate))
		if !d.Allowed {
			g.refused.Add(r.Context(), 1, metric.WithAttributes(attribute.String("route", r.Pattern),
				attribute.String("scope", d.RefusedBy.Scope)))
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
