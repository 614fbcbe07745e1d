package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/media"
)

func TestAnArtworkIsPublishedThreeTimes(t *testing.T) {
	w := setup(t)
	version := func(artwork, key string, n int) (*mediav1.Publication, error) {
		return w.client.Publish(ann(t.Context(), key), &mediav1.PublishRequest{ArtworkId: artwork, Caption: fmt.Sprint("version ", n)})
	}
	t.Run("repeats of one publication do not count", func(t *testing.T) {
		artwork, keys := w.store(t).GetArtworkId(), []string{uuid.NewString(), uuid.NewString(), uuid.NewString()}
		ids := map[string]bool{}
		for range 3 {
			for n, key := range keys {
				p, err := version(artwork, key, n)
				if err != nil {
					t.Fatal(err)
				}
				ids[p.GetId()] = true
			}
		}
		if len(ids) != 3 {
			t.Errorf("%d publications", len(ids))
		}
		_, err := version(artwork, uuid.NewString(), 3)
		if !errors.Is(err, media.ErrPublishedEnough) || fault.From(err).Kind != fault.KindPrecondition {
			t.Errorf("a fourth: %v", err)
		}
		if p, err := version(artwork, keys[1], 1); err != nil || !ids[p.GetId()] {
			t.Errorf("a repeat of the second after that: %v, %v", p, err)
		}
	})
	t.Run("one that was taken down counts", func(t *testing.T) {
		artwork := w.store(t).GetArtworkId()
		for n := range 3 {
			p, err := version(artwork, uuid.NewString(), n)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.client.WithdrawPublication(ann(t.Context(), ""), &mediav1.WithdrawPublicationRequest{PublicationId: p.GetId()}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := version(artwork, uuid.NewString(), 3); !errors.Is(err, media.ErrPublishedEnough) {
			t.Errorf("a fourth: %v", err)
		}
	})
}
