package main

import (
	"errors"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
)

// status requests an object's bytes, and reports whether a cache may store the response.
func (w *environment) status(t *testing.T, name string) (status int, cached bool) {
	t.Helper()
	resp, _ := w.read(t, name, "")
	return resp.StatusCode, resp.Header.Get("Cache-Control") != "no-store"
}

func TestWithdraw(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	artwork := w.store(t).GetArtworkId()
	key := uuid.NewString()
	publish := &mediav1.PublishRequest{ArtworkId: artwork, Overlays: []*mediav1.Overlay{gmOverlay()}}
	p, err := w.client.Publish(withVisitor(t.Context(), key), publish)
	if err != nil {
		t.Fatal(err)
	}
	forms := []string{p.GetObjectName(), variant(p, 320), variant(p, 640)}
	withdraw := &mediav1.WithdrawPublicationRequest{PublicationId: p.GetId()}
	testkit.CheckComplete(t, withdraw)

	t.Run("a stranger finds nothing and changes nothing", func(t *testing.T) {
		bob := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "bob"})
		for _, id := range []string{p.GetId(), uuid.NewString(), "nonsense"} {
			if _, err := w.client.WithdrawPublication(bob,
				&mediav1.WithdrawPublicationRequest{PublicationId: id}); !errors.Is(err,
				publications.ErrPublicationNotFound) {
				t.Errorf("%s: %v", id, err)
			}
		}
		if _, err := w.client.WithdrawPublication(t.Context(),
			withdraw); fault.From(err).Kind != fault.KindUnauthenticated {
			t.Errorf("without a visitor: %v", err)
		}
		for _, name := range forms {
			if status, cached := w.status(t, name); status != 200 || !cached {
				t.Errorf("%s: %d, cached %v", name, status, cached)
			}
		}
	})
	t.Run("its visitor may, twice", func(t *testing.T) {
		for range 2 {
			if _, err := w.client.WithdrawPublication(withVisitor(t.Context(), ""), withdraw); err != nil {
				t.Fatal(err)
			}
			for _, name := range forms {
				if status, cached := w.status(t, name); status != http.StatusGone || cached {
					t.Errorf("%s: %d, cached %v", name, status, cached)
				}
			}
		}
		if status, cached := w.status(t, "memes/"+uuid.NewString()+".png"); status != 404 || cached {
			t.Errorf("what never was: %d, cached %v", status, cached)
		}
	})
	t.Run("the withdrawal's event follows the publication's", func(t *testing.T) {
		events := w.readEvents(t, p.GetId(), 2)
		var withdrawn mediav1.ArtworkWithdrawn
		if err := proto.Unmarshal(events[1].Value, &withdrawn); err != nil {
			t.Fatal(err)
		}
		testkit.CheckComplete(t, &withdrawn)
		if withdrawn.GetPublicationId() != p.GetId() ||
			withdrawn.GetWithdrawTime().AsTime().Before(p.GetCreateTime().AsTime()) {
			t.Errorf("told %v", &withdrawn)
		}
	})
	t.Run("the artwork stays its visitor's", func(t *testing.T) {
		preview := &mediav1.RenderPreviewRequest{ArtworkId: artwork}
		if _, err := w.client.RenderPreview(withVisitor(t.Context(), ""), preview); err != nil {
			t.Error(err)
		}
		again, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()), publish)
		if err != nil || again.GetId() == p.GetId() {
			t.Errorf("published as %v, %v", again, err)
		}
	})
	t.Run("the old intent gives the old answer", func(t *testing.T) {
		again, err := w.client.Publish(withVisitor(t.Context(), key), publish)
		if err != nil || again.GetId() != p.GetId() {
			t.Errorf("%v, %v", again, err)
		}
		if status, _ := w.status(t, forms[0]); status != http.StatusGone {
			t.Errorf("it is back: %d", status)
		}
	})
}
