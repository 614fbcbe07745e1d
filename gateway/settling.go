package main

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"mcwick.example/platform/limit"
	"mcwick.example/platform/rpc"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// settler calls services about the standing of a device. Each is called once a device, and
// none of them may hold up a visitor: after a failure there are no calls for a while.
type settler struct {
	gallery galleryv1.GalleryServiceClient
	media   mediav1.MediaServiceClient
	// until when there are no calls of a kind, in nanoseconds since 1970
	lookUpPaused, countingPaused, searchingPaused atomic.Int64
}

const (
	settleTimeout = 500 * time.Millisecond
	settlePause   = 10 * time.Second
)

// call makes calls together within settleTimeout, unless they pause, and reports whether all of them succeeded.
func (s *settler) call(ctx context.Context, paused *atomic.Int64, calls ...func(context.Context) error) bool {
	if time.Now().UnixNano() < paused.Load() {
		return false
	}
	limited, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	all, shared := errgroup.WithContext(limited)
	for _, call := range calls {
		all.Go(func() error { return call(shared) })
	}
	if err := all.Wait(); err != nil {
		if ctx.Err() == nil { // a client that left says nothing about the services
			paused.Store(time.Now().Add(settlePause).UnixNano())
		}
		recordFault(ctx, err)
		return false
	}
	return true
}

// searchHistory finds out whether the calling device has a like or a publication from before
// devices had a standing; ok is false while that cannot be said.
func (s *settler) searchHistory(ctx context.Context) (early, ok bool) {
	var liked, published bool
	ok = s.call(ctx, &s.searchingPaused, func(ctx context.Context) error {
		found, err := s.gallery.GetDeviceHistory(ctx, &galleryv1.GetDeviceHistoryRequest{})
		liked = found.GetHasEarlyLike()
		return err
	}, func(ctx context.Context) error {
		found, err := s.media.GetPublisherHistory(ctx, &mediav1.GetPublisherHistoryRequest{})
		published = found.GetHasEarlyPublication()
		return err
	})
	return liked || published, ok
}

// countLikes lets the gallery count what the calling device liked before it was settled, and what the
// account of its session liked elsewhere.
func (g *gateway) countLikes(ctx context.Context) bool {
	caller := rpc.CallerFrom(ctx)
	if caller.Session != "" && !g.settler.call(ctx, &g.settler.lookUpPaused, func(ctx context.Context) error {
		account, err := g.accounts.lookUp(ctx, caller.Session)
		caller.Account = account.id
		return errors.Join(err, ctx.Err()) // one that takes longer pauses them too
	}) {
		return false
	}
	return g.settler.call(rpc.WithCaller(ctx, caller), &g.settler.countingPaused, func(ctx context.Context) error {
		_, err := g.settler.gallery.SettleDevice(ctx, &galleryv1.SettleDeviceRequest{})
		return err
	})
}

// countLikesAgain has the next read count likes once more, because the device has another account now.
func (g *gateway) countLikesAgain(w http.ResponseWriter, r *http.Request) {
	client := clientOf(r)
	if s := client.standing; client.device != nil && s.counted {
		s.counted = false
		g.devices.setStanding(w, client.device, s)
	}
}

// withStanding tells services how far the device is trusted. It is for answers that no cache keeps:
// they carry the cookie when the standing has changed.
func (g *gateway) withStanding(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller := rpc.CallerFrom(r.Context())
		if g.updateStanding(w, r, evidence{}) {
			caller.Standing = rpc.StandingSettled
		}
		h.ServeHTTP(w, r.WithContext(rpc.WithCaller(r.Context(), caller)))
	})
}

// evidence is what a request shows of its device beside being a read.
type evidence struct {
	solved bool // it brought the solution of a challenge
	proven bool // it came with the session of a key that provesAge
}

// updateStanding reports whether the device is settled, by what it showed before and by what this
// request shows. It is called once a request, before the answer begins.
func (g *gateway) updateStanding(w http.ResponseWriter, r *http.Request, shown evidence) bool {
	client, ctx, now := clientOf(r), r.Context(), g.devices.now()
	if client.device == nil {
		return false // a device costs nothing until it comes back
	}
	s := client.standing
	if _, hasAge := madeAt(client.device, now); !hasAge {
		if s.since.IsZero() {
			s.since = now
		}
		if !s.searched {
			s.early, s.searched = g.settler.searchHistory(ctx)
		}
	}
	isRead := r.Method == http.MethodGet
	if isRead {
		s.countRead(now)
	}
	s.solved = s.solved || shown.solved
	s.proven = s.proven || shown.proven
	settled := s.isSettled(client.device, g.config.DeviceSettlesAfter, now)
	if settled && isRead && !s.counted { // no order or like waits for this
		s.counted = g.countLikes(ctx)
	}
	if s != client.standing {
		g.devices.setStanding(w, client.device, s)
	}
	return settled
}

// devicesOfAccount is how many devices an account settles at once by its key, and how often one
// more: a person has a few, and a key that many share must not settle all of theirs. Each counts
// once, for longer than it takes until the account has all five again.
var (
	devicesOfAccount = limit.Rate{Every: 24 * time.Hour, Burst: 5}
	deviceOfAccount  = limit.Rate{Every: 6 * 24 * time.Hour, Burst: 1}
)

// provesAge reports whether the session of a request is of a key that is old enough to settle its
// device. It is false for a device that is settled already.
func (g *gateway) provesAge(r *http.Request) bool {
	ctx, client, now := r.Context(), clientOf(r), g.devices.now()
	if client.device == nil || client.standing.isSettled(client.device, g.config.DeviceSettlesAfter, now) {
		return false
	}
	account, err := g.accounts.lookUp(ctx, rpc.CallerFrom(ctx).Session)
	if err != nil || account.created.IsZero() || now.Sub(account.created) < g.config.DeviceSettlesAfter {
		return false // at the next page
	}
	d := g.guard.Allow(ctx, g.devices.hashOf("account", account.id), false,
		limit.Bucket{Key: "settle", Scope: "account", Rate: devicesOfAccount},
		limit.Bucket{Key: "settle " + g.devices.hashOf("settled", client.visitor), Scope: "device", Rate: deviceOfAccount})
	return d.Allowed || d.RefusedBy.Scope == "device"
}
