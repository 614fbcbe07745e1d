package main

import (
	"math"
	"net/http"
	"strconv"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/rpc"
)

// purpose is what a call that costs money is for, as a browser asks for a challenge before it.
type purpose string

// limitsOfPurposes are the limits of those calls.
var limitsOfPurposes = map[purpose]limits.Kind{
	"picture": limits.Jobs, "script": limits.Scripts, "speech": limits.Speeches, "video": limits.Videos,
}

// paidBuckets are what a call is debited from, the device's own first, and their subject. A device that
// is trusted is counted by itself, with all of its network in one wide bucket behind it: many people
// share an address, and each of them has proved to be worth the call. Any other is counted by its
// address and its network too.
func (g *gateway) paidBuckets(of purpose, client requestClient, trusted bool) (network string, out []limit.Bucket) {
	s := g.limits.get()[limitsOfPurposes[of]]
	add := func(scope string, rate limit.Rate, who string) {
		if rate != (limit.Rate{}) {
			out = append(out, limit.Bucket{Key: string(of) + " " + scope + ":" + who, Scope: scope, Rate: rate})
		}
	}
	network = subnet(client.address)
	if client.visitor != "" {
		add("device", s.Device, client.visitor)
	}
	if trusted {
		add("crowd", s.Crowd, network)
		return network, out
	}
	add("address", s.Address, addressPrefix(client.address))
	add("subnet", s.Subnet, network)
	return network, out
}

var errChallengeRequired = fault.New(fault.KindLimited, "CHALLENGE_REQUIRED",
	"Lots of wicks share your network right now, so your browser has to do a quick sum first, broh. Try again.")

// limitPaid lets a call through that costs money, and tells the service what it takes its turns and
// its money as: the device, when it is trusted or nothing is scarce, else its address. A device is
// trusted for a call that brings a solved challenge, and when it is settled while none is due.
func (g *gateway) limitPaid(of purpose, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, caller := clientOf(r), rpc.CallerFrom(r.Context())
		solved := g.hasSolution(r, of)
		settled := g.updateStanding(w, r, evidence{solved: solved})
		if !settled && g.refuseInLockdown(w, r) {
			return
		}
		level := g.levelFor(settled)
		trusted := solved || settled && level == 0
		switch {
		case trusted && settled:
			caller.Standing = rpc.StandingSettled
		case trusted:
			caller.Standing = rpc.StandingSolved
		}
		caller.Flow = g.devices.flowOf(client.address)
		if client.visitor != "" && (trusted || level == 0) {
			caller.Flow = client.visitor
		}
		caller.Supernet = g.devices.supernetOf(client.address)

		network, counted := g.paidBuckets(of, client, trusted)
		if len(counted) > 0 {
			d := g.guard.Allow(r.Context(), network, true, counted...)
			setRateLimitHeaders(w, d, counted[0].Rate)
			if !d.Allowed {
				g.refusePaid(w, r, d, client.visitor != "" && !trusted)
				return
			}
		}
		answer := &statusRecorder{ResponseWriter: w}
		h.ServeHTTP(answer, r.WithContext(rpc.WithCaller(r.Context(), caller)))
		if refunded := refundOf(answer.status, counted); len(refunded) > 0 {
			g.guard.Refund(r.Context(), network, true, refunded...)
		}
	})
}

// refusePaid answers a call over its limit. A device that would be let through with a solution
// learns so, unless its own bucket is empty.
func (g *gateway) refusePaid(w http.ResponseWriter, r *http.Request, d limit.Decision, maySolve bool) {
	g.activity.recordRefusal(r.Pattern, d.RefusedBy.Scope)
	refusal := errLimited
	if maySolve && d.RefusedBy.Scope != "device" {
		refusal = errChallengeRequired
	}
	writeProblem(r.Context(), w, refusal.WithRetryAfter(d.RetryAfter))
}

// refundOf are the buckets that get back what a call debited that came to nothing. An order that is
// invalid stays the device's own debit, so that it costs no other visitor of its network a turn; one
// that the service has no room for costs nothing.
func refundOf(status int, debited []limit.Bucket) (out []limit.Bucket) {
	switch status {
	case http.StatusTooManyRequests:
		return debited
	case http.StatusBadRequest, http.StatusConflict, http.StatusRequestEntityTooLarge,
		http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		for _, b := range debited {
			if b.Scope != "device" {
				out = append(out, b)
			}
		}
	}
	return out
}

// setRateLimitHeaders tells how much the fullest bucket of a request still has, and what the
// narrowest lets through.
func setRateLimitHeaders(w http.ResponseWriter, d limit.Decision, narrowest limit.Rate) {
	wait := int(math.Ceil(d.RetryAfter.Seconds()))
	w.Header().Set("RateLimit", `"route";r=`+strconv.Itoa(d.Remaining)+`;t=`+strconv.Itoa(wait))
	w.Header().Set("RateLimit-Policy", rateLimitPolicy(narrowest))
}

// statusRecorder is a writer that knows the status of its answer.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (w *statusRecorder) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach what is below.
func (w *statusRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
