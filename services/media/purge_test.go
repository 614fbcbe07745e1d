package main

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// bans counts what a Varnish is to drop.
type bans struct {
	mu  sync.Mutex
	num map[string]int
}

func (b *bans) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	if r.Method == "PRI" {
		return // a gRPC client of another test, whose service had this port before
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.num[r.Method+" "+r.Header.Get("Surrogate-Key")]++
}

// await waits until a key is banned more often than before.
func (b *bans) await(t *testing.T, what, key string, before int) {
	t.Helper()
	testkit.Eventually(t, what+" is purged", func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.num["BAN "+key] > before
	})
}

// Verifies CDN-1, CDN-3.
func TestTakedownsArePurged(t *testing.T) {
	t.Parallel()
	b := &bans{num: map[string]int{}}
	varnish := httptest.NewServer(b)
	defer varnish.Close()
	w, moderation := newModerated(t, "PURGE_KIND=varnish", "PURGE_URL="+varnish.URL)
	p := w.publish(t, "ann", "")
	keys := map[string]bool{}
	for _, name := range []string{p.GetObjectName(), variant(p, 320), variant(p, 640)} {
		resp, _ := w.read(t, name, mediav1.AccessPublic)
		keys[resp.Header.Get("Surrogate-Key")] = true
	}
	if len(keys) != 1 || !keys[p.GetId()] {
		t.Errorf("the forms of one picture have the keys %v", keys)
	}
	w.decide(t, moderation, p, moderationv1.Action_ACTION_HIDE)
	b.await(t, "a hidden picture", p.GetId(), 0)
	w.awaitStatus(t, p, http.StatusGone)
	w.decide(t, moderation, p, moderationv1.Action_ACTION_RESTORE)
	w.awaitStatus(t, p, http.StatusOK)
	b.await(t, "a restored picture", p.GetId(), 3) // a purge is done three times

	withdrawn := w.publish(t, "ann", "")
	if _, err := w.client.WithdrawPublication(rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "ann"}),
		&mediav1.WithdrawPublicationRequest{PublicationId: withdrawn.GetId()}); err != nil {
		t.Fatal(err)
	}
	b.await(t, "a withdrawn picture", withdrawn.GetId(), 0)
	b.mu.Lock()
	defer b.mu.Unlock()
	for key := range b.num {
		if _, err := uuid.Parse(key[len("BAN "):]); err != nil {
			t.Errorf("the cache received %q", key)
		}
	}
}
