package main

import (
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/gaissmai/bart"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/security"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// blocks are subjects that may only read, each with the time when its block ends. They do not change
// once they were read.
type blocks struct {
	devices  map[string]time.Time // by the visitor's id
	lanes    map[string]time.Time
	accounts map[string]time.Time
	handles  map[string]time.Time // in lower case
	ranges   bart.Table[time.Time]
	next     time.Time // when the first of them ends
}

// parseBlocks reads the blocks that are in force now. What it does not understand, it leaves out: a
// later release may have other kinds.
func parseBlocks(all []*moderationv1.PolicyBlock, now time.Time) *blocks {
	b := &blocks{devices: map[string]time.Time{}, lanes: map[string]time.Time{}, accounts: map[string]time.Time{},
		handles: map[string]time.Time{}}
	for _, one := range all {
		end := one.GetExpireTime().AsTime()
		if !end.After(now) {
			continue
		}
		switch one.GetKind() {
		case moderationv1.BlockKind_BLOCK_KIND_DEVICE:
			b.devices[one.GetSubject()] = end
		case moderationv1.BlockKind_BLOCK_KIND_LANE:
			b.lanes[one.GetSubject()] = end
		case moderationv1.BlockKind_BLOCK_KIND_ACCOUNT:
			b.accounts[one.GetSubject()] = end
		case moderationv1.BlockKind_BLOCK_KIND_HANDLE:
			b.handles[one.GetSubject()] = end
		case moderationv1.BlockKind_BLOCK_KIND_RANGE:
			r, err := netip.ParsePrefix(one.GetSubject())
			if err != nil {
				continue
			}
			b.ranges.Insert(r, end)
		default:
			continue
		}
		if b.next.IsZero() || end.Before(b.next) {
			b.next = end
		}
	}
	return b
}

// ofRange returns when the block of an address, as host:port, ends; zero without one.
func (b *blocks) ofRange(address string) (end time.Time) {
	if b.ranges.Size() == 0 {
		return end
	}
	if hop, ok := parseHop(address); ok {
		end, _ = b.ranges.Lookup(hop)
	}
	return end
}

// errBlocked is the refusal of a blocked visitor. It tells when the block ends.
func errBlocked(now, until time.Time, reading string) error {
	return fault.New(fault.KindForbidden, "BLOCKED", "Your wick is snuffed until "+formatEnd(until)+", broh. "+reading).
		WithRetryAfter(until.Sub(now))
}

// What a blocked visitor may do meanwhile.
const (
	mayRead = "You can look around meanwhile, and nothing else."
	mayWait = "So is everybody’s on your network. The pages stay, and nothing else."
)

// refuseBlocked refuses a blocked device or lane everything but reading and takedown requests, and
// a blocked range also what is read of the interface. Pages, settings and media are everybody's,
// and so is logging out.
func (g *gateway) refuseBlocked(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := g.checkBlocks(r); err != nil {
			writeProblem(r.Context(), w, err)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// checkBlocks returns the refusal of a request, or nil.
func (g *gateway) checkBlocks(r *http.Request) error {
	b := g.policies.current.Load().blocks
	if b.next.IsZero() {
		return nil
	}
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	if isRead && !strings.HasPrefix(r.URL.Path, apiPrefix) || isLogout(r) {
		return nil
	}
	client, scope := clientOf(r), "range"
	end, reading := b.ofRange(client.address), mayWait
	if end.IsZero() && !isRead && !isTakedown(r) {
		reading = mayRead
		if end, scope = b.devices[client.visitor], "device"; end.IsZero() && len(b.lanes) > 0 {
			end, scope = b.lanes[client.lane()], "lane"
		}
	}
	now := g.policies.now()
	if !now.Before(end) {
		return nil
	}
	g.recordBlocked(r, scope)
	return errBlocked(now, end, reading)
}

// checkAccountBlocks returns the refusal of a blocked account's request, or of one of a blocked
// handle's, or nil: they may read, request takedowns and log out. It comes after the
// rate limits, because it may call the identity service; while that does not say whose session it is,
// one that was not resolved lately either is refused: a block must not end with an outage.
func (g *gateway) checkAccountBlocks(r *http.Request, session string) error {
	b := g.policies.current.Load().blocks
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	if session == "" || len(b.accounts)+len(b.handles) == 0 || isRead || isTakedown(r) || isLogout(r) {
		return nil
	}
	of, err := g.accounts.lookUpOrLast(r.Context(), session)
	if err != nil {
		return err
	}
	end, scope := b.accounts[of.id], "account"
	if end.IsZero() {
		end, scope = b.handles[strings.ToLower(of.handle)], "handle"
	}
	now := g.policies.now()
	if !now.Before(end) {
		return nil
	}
	g.recordBlocked(r, scope)
	return errBlocked(now, end, mayRead)
}

// recordBlocked counts the refusal of a blocked client, and says which kind of block it met.
func (g *gateway) recordBlocked(r *http.Request, scope string) {
	g.activity.recordRefusal("any", "blocked "+scope)
	g.events.Record(r.Context(), security.ClientBlocked, scope, security.Lane(clientOf(r).lane()))
}

// isTakedown reports whether a request asks to take down what shows or names its author. The right
// to that does not end with a block; only a flood from a range does not get so far.
func isTakedown(r *http.Request) bool {
	return r.Method == http.MethodPost && r.URL.Path == "/api/v1/takedowns"
}

// isLogout reports whether a request ends a session.
func isLogout(r *http.Request) bool {
	return r.Method == http.MethodDelete && (r.URL.Path == "/api/v1/sessions" || r.URL.Path == "/api/v1/sessions/current")
}
