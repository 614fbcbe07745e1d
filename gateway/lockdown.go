package main

import (
	"net/http"
	"time"

	"mcwick.example/platform/fault"
)

// errLockdown is the refusal during a lockdown. It tells when the lockdown ends.
func errLockdown(now, until time.Time) error {
	return fault.New(fault.KindForbidden, "LOCKDOWN", "The wax is locked away until "+formatEnd(until)+
		", broh: only candles that we know for a while may burn it. You can look around and like meanwhile.").
		WithRetryAfter(until.Sub(now))
}

// formatEnd is a moment as a sentence for visitors has it.
func formatEnd(t time.Time) string { return t.UTC().Format("15:04 UTC on January 2") }

// refuseInLockdown refuses a call that costs money of a device that is not settled, and reports
// whether it did.
func (g *gateway) refuseInLockdown(w http.ResponseWriter, r *http.Request) bool {
	now, until := g.policies.now(), g.policies.current.Load().lockdown
	if !now.Before(until) {
		return false
	}
	g.activity.recordRefusal(r.Pattern, "lockdown")
	writeProblem(r.Context(), w, errLockdown(now, until))
	return true
}
