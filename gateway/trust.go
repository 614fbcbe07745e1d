package main

import (
	"context"
	"net/http"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/rpc"
)

// purpose is what a challenge is solved for: a call that an address has little of, and that a crowd behind it
// makes all at once.
type purpose string

// purposes are those calls: their limits, and whether each one costs money.
var purposes = map[purpose]struct {
	limit limits.Kind
	paid  bool
}{
	"picture":      {limits.Jobs, true},
	"script":       {limits.Scripts, true},
	"speech":       {limits.Speeches, true},
	"video":        {limits.Videos, true},
	"key":          {limits.Registrations, false},
	"early-access": {limits.EarlyAccess, false},
	"nomination":   {limits.Nominations, false},
}

// purposeDebits are the debits of a call of a purpose. A device that is trusted is counted by
// itself, with all of its network in one wide bucket behind it: many people share an address, and
// each of them has proved to be worth the call. Any other is counted by its address and its network
// too.
func (g *gateway) purposeDebits(of purpose, client requestClient, trusted bool) debits {
	s := g.limits.get()[purposes[of].limit]
	d := debits{subject: client.subnet(), scarce: s.Scarce}
	if client.visitor != "" {
		d.add("device", s.Device, string(of)+" device:"+client.visitor)
	}
	if trusted {
		d.add("crowd", s.Crowd, string(of)+" crowd:"+d.subject)
		return d
	}
	d.add("address", s.Address, string(of)+" address:"+client.flow())
	d.add("subnet", s.Subnet, string(of)+" subnet:"+d.subject)
	return d
}

var errChallengeRequired = fault.New(fault.KindLimited, "CHALLENGE_REQUIRED",
	"Lots of wicks share your network right now, so your browser has to do a quick sum first, broh. Try again.")

// limitByTrust lets a call of a purpose through, and tells the service what it takes its turns and
// its money as: the device, when it is trusted or nothing is scarce, else its address. A device is
// trusted for a call that brings a solved challenge, and when it is settled while none is due.
func (g *gateway) limitByTrust(of purpose, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, caller := clientOf(r), rpc.CallerFrom(r.Context())
		solution := g.useSolution(r, of)
		solved := solution == solutionAccepted
		settled := g.updateStanding(w, r, evidence{solved: solved})
		if !settled && purposes[of].paid && g.refuseInLockdown(w, r) {
			return
		}
		level := g.levelFor(of, settled)
		trusted := solved || settled && level == 0
		if solution == solutionCheap && !trusted && level > 0 {
			writeProblem(r.Context(), w, errChallengeRequired)
			return
		}
		switch {
		case trusted && settled:
			caller.Standing = rpc.StandingSettled
		case trusted:
			caller.Standing = rpc.StandingSolved
		}
		caller.Flow = client.flow()
		if client.visitor != "" && (trusted || level == 0) {
			caller.Flow = client.visitor
		}
		caller.Supernet = g.devices.supernetOf(client.address)
		caller.Subscriber = g.devices.subscriberOf(client.address)

		counted := g.purposeDebits(of, client, trusted)
		if len(counted.buckets) > 0 {
			d := g.debit(r.Context(), counted)
			setRateLimitHeaders(w, d, counted.buckets[0].Rate)
			if !d.Allowed {
				g.refuseOverLimit(w, r, d, client.visitor != "" && !trusted)
				return
			}
		}
		ctx, refused := withRefusal(rpc.WithCaller(r.Context(), caller))
		answer := &statusWriter{ResponseWriter: w}
		h.ServeHTTP(answer, r.WithContext(ctx))
		if back := refundOf(of, answer.status, refused.code, counted); len(back.buckets) > 0 {
			g.guard.Refund(r.Context(), back.subject, back.scarce, back.buckets...)
		}
	})
}

// refuseOverLimit answers a call over its limit. A device that would be let through with a solution
// learns so, unless its own bucket is empty.
func (g *gateway) refuseOverLimit(w http.ResponseWriter, r *http.Request, d limit.Decision, maySolve bool) {
	g.activity.recordRefusal(r.Pattern, d.RefusedBy.Scope)
	refusal := errLimited
	if maySolve && d.RefusedBy.Scope != "device" {
		refusal = errChallengeRequired
	}
	writeProblem(r.Context(), w, refusal.WithRetryAfter(d.RetryAfter))
}

// codeIndecent is that of a call whose text a model has judged, which is bounded by what the provider
// permits the whole site.
const codeIndecent = "TEXT_INDECENT"

// refundOf is what a call gets back that came to nothing. One that is invalid stays the
// device's own debit, so that it costs no other visitor of its network a turn; without a device it has
// no other debit than the network's. One that the service has no room for costs nothing,
// but for a speech: its text has been judged by then. So it may have been before a conflict, which gets
// nothing back.
func refundOf(of purpose, status int, code string, debited debits) debits {
	switch status {
	case http.StatusTooManyRequests:
		if of == "speech" {
			return debited.ofDevice()
		}
		return debited
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity:
		if code != codeIndecent && debited.hasDevice() {
			return debited.withoutDevice()
		}
	}
	return debits{}
}

type refusalKey struct{}

// refusal is what a request was answered with; its code is empty while there is no problem.
type refusal struct{ code string }

// withRefusal returns a context in which the request's problem is recorded.
func withRefusal(ctx context.Context) (context.Context, *refusal) {
	r := new(refusal)
	return context.WithValue(ctx, refusalKey{}, r), r
}
