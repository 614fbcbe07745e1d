package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
)

// Verifies LIMIT-16.
func TestArtworkPublicationLimit(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	version := func(artwork, key string, n int) (*mediav1.Publication, error) {
		return w.client.Publish(withVisitor(t.Context(), key),
			&mediav1.PublishRequest{ArtworkId: artwork, Caption: fmt.Sprint("version ", n)})
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
		if !errors.Is(err, publications.ErrPublicationLimit) || fault.From(err).Kind != fault.KindPrecondition {
			t.Errorf("a fourth: %v", err)
		}
		if p, err := version(artwork, keys[1], 1); err != nil || !ids[p.GetId()] {
			t.Errorf("a repeat of the second after that: %v, %v", p, err)
		}
	})
	t.Run("a key is one key in either case, in rows of the release before too", func(t *testing.T) {
		artwork, key := w.store(t).GetArtworkId(), uuid.NewString()
		first, err := version(artwork, key, 0)
		if err != nil {
			t.Fatal(err)
		}
		spelled := strings.ToUpper(key) // as that release stored it, and hashed it
		b, err := json.Marshal(publications.PublishInput{ArtworkID: artwork, Visitor: "ann", Key: spelled,
			Overlays: nil, Caption: "version 0"})
		if err != nil {
			t.Fatal(err)
		}
		hash := sha256.Sum256(b)
		testkit.Exec(t, w.Database(t), `UPDATE publications SET idempotency_key = $2, input_hash = $3 WHERE id = $1`,
			first.GetId(), spelled, hash[:])
		if again, err := version(artwork, key, 0); err != nil || again.GetId() != first.GetId() {
			t.Errorf("a repeat: %v, %v", again, err)
		}
		if _, err := version(artwork, key, 1); !errors.Is(err, idempotency.ErrKeyReused) {
			t.Errorf("something else by the same key: %v", err)
		}
	})
	t.Run("one that was taken down counts", func(t *testing.T) {
		artwork := w.store(t).GetArtworkId()
		for n := range 3 {
			p, err := version(artwork, uuid.NewString(), n)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.client.WithdrawPublication(withVisitor(t.Context(), ""),
				&mediav1.WithdrawPublicationRequest{PublicationId: p.GetId()}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := version(artwork, uuid.NewString(), 3); !errors.Is(err, publications.ErrPublicationLimit) {
			t.Errorf("a fourth: %v", err)
		}
	})
}
