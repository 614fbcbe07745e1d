package main

import (
	"context"
	"net/http"
	"time"

	"github.com/maypok86/otter/v2"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// The bounds of what is known of sessions.
const (
	sessionCacheAge   = time.Second      // a session that was ended acts for so long at most
	lastKnownAge      = 10 * time.Minute // see lookUpOrLast
	maxCachedSessions = 100_000
	lookUpTimeout     = time.Second // for a slow identity service
)

var errSessionUnresolved = fault.New(fault.KindUnavailable, "SESSION_UNRESOLVED",
	"We can't tell whose key this is right now, broh. Try again in a moment.").WithRetryAfter(2 * time.Second)

// account is what is known of the account of a session; zero without one.
type account struct {
	id      string
	created time.Time // when its first key was registered
	handle  string    // begins with '@'
}

// sessionAccounts knows whose sessions are, by hash, for a moment.
type sessionAccounts struct {
	cache    *otter.Cache[string, account]
	last     *otter.Cache[string, account] // for lookUpOrLast alone
	identity identityv1.IdentityServiceClient
}

func newSessionAccounts(identity identityv1.IdentityServiceClient) *sessionAccounts {
	keep := func(age time.Duration) *otter.Cache[string, account] {
		return otter.Must(&otter.Options[string, account]{MaximumSize: maxCachedSessions,
			ExpiryCalculator: otter.ExpiryWriting[string, account](age)})
	}
	return &sessionAccounts{identity: identity, cache: keep(sessionCacheAge), last: keep(lastKnownAge)}
}

// lookUp returns the account that a session proved: the zero account for a claim, for a session that ended and
// for none. Without an answer of the identity service it is errSessionUnresolved: an account must
// never be treated as a device alone.
func (a *sessionAccounts) lookUp(ctx context.Context, session string) (account, error) {
	if session == "" {
		return account{}, nil
	}
	// All who ask for a session at a time share one look-up, so it does not end with the first of
	// them.
	ctx = context.WithoutCancel(ctx)
	found, err := a.cache.Get(ctx, session,
		otter.LoaderFunc[string, account](func(ctx context.Context, session string) (account, error) {
			ctx, cancel := context.WithTimeout(rpc.WithCaller(ctx, rpc.Caller{Session: session}), lookUpTimeout)
			defer cancel()
			found, err := a.identity.LookUpSession(ctx, &identityv1.LookUpSessionRequest{})
			known := account{id: found.GetAccount(), handle: found.GetXHandle()}
			if found.GetCreateTime().IsValid() { // identity services of the last release do not say
				known.created = found.GetCreateTime().AsTime()
			}
			if err == nil {
				a.last.Set(session, known)
			}
			return known, err
		}))
	if err != nil {
		return account{}, errSessionUnresolved.WithCause(err)
	}
	return found, nil
}

// lookUpOrLast is lookUp for blocks, which refuse and give nothing: what a session was last resolved to counts while
// the identity service gives no answer, so that a block of one account does not refuse the writes of all.
func (a *sessionAccounts) lookUpOrLast(ctx context.Context, session string) (account, error) {
	found, err := a.lookUp(ctx, session)
	if last, ok := a.last.GetIfPresent(session); err != nil && ok {
		return last, nil
	}
	return found, err
}

// withAccount is a call that acts for the account of its session. A service learns of an account by this
// alone, so a call whose service does not use it waits for no identity service. While the account is not known, the
// call fails where it is required; elsewhere it is a read that shows what the device has, and says that this is not
// all.
func (g *gateway) withAccount(h http.Handler, isRequired bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller := rpc.CallerFrom(r.Context())
		account, err := g.accounts.lookUp(r.Context(), caller.Session)
		switch {
		case err != nil && isRequired:
			writeProblem(r.Context(), w, err)
			return
		case err != nil:
			recordFault(r.Context(), err)
			w.Header().Set("McWick-Stale", "true")
		case isRequired: // other reads have no use for the handle
			caller.Handle = account.handle
		}
		caller.Account = account.id
		h.ServeHTTP(w, r.WithContext(rpc.WithCaller(r.Context(), caller)))
	})
}
