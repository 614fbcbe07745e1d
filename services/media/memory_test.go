package main

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/image/draw"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/cases/casestest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// newPatches returns a JPEG of 64 patches in colors by chance; another seed is another picture.
func newPatches(t *testing.T, seed uint64, width, quality int) []byte {
	t.Helper()
	chance := rand.New(rand.NewPCG(seed, 1))
	patches := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range patches.Pix {
		if patches.Pix[i] = uint8(chance.IntN(256)); i%4 == 3 {
			patches.Pix[i] = 255 // opaque
		}
	}
	m := image.NewRGBA(image.Rect(0, 0, width, width))
	draw.CatmullRom.Scale(m, m.Bounds(), patches, patches.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Verifies MOD-37.
func TestRemovedPictureIsNotPublishedAgain(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	pool := w.Database(t)
	artwork := func(seed uint64, width, quality int) string {
		return w.store(t, func(r *mediav1.StoreArtworkRequest) {
			r.Image = newPatches(t, seed, width, quality)
		}).GetArtworkId()
	}
	publish := func(artwork, content string, x, y float64) (*mediav1.Publication, error) {
		overlay := gmOverlay()
		overlay.Content, overlay.X, overlay.Y, overlay.FontSize = content, x, y, 80
		return w.client.Publish(withVisitor(t.Context(), uuid.NewString()),
			&mediav1.PublishRequest{ArtworkId: artwork, Overlays: []*mediav1.Overlay{overlay}})
	}
	moderation := casestest.Start(t)
	remembered := func(want int) func() bool {
		return func() bool {
			return testkit.QueryOne[int](t, pool, `SELECT count(picture_hash) FROM removed_pictures`) == want
		}
	}
	first := artwork(1, 512, 95)
	p, err := publish(first, "gm", 512, 512)
	if err != nil {
		t.Fatal(err)
	}
	for _, ofEarlierRelease := range []bool{false, true} {
		if ofEarlierRelease {
			testkit.Exec(t, pool, `UPDATE publications SET picture_hash = NULL`)
		}
		w.decide(t, moderation, p, moderationv1.Action_ACTION_REMOVE)
		testkit.Eventually(t, "it is remembered", remembered(1))
		for name, try := range map[string]func() (*mediav1.Publication, error){
			"the same artwork":    func() (*mediav1.Publication, error) { return publish(first, "gm", 512, 512) },
			"with another text":   func() (*mediav1.Publication, error) { return publish(first, "good night", 512, 200) },
			"another encoding":    func() (*mediav1.Publication, error) { return publish(artwork(1, 512, 50), "gm", 512, 512) },
			"half as wide":        func() (*mediav1.Publication, error) { return publish(artwork(1, 256, 50), "gm", 512, 512) },
			"wider":               func() (*mediav1.Publication, error) { return publish(artwork(1, 768, 50), "gm", 512, 512) },
			"with the text moved": func() (*mediav1.Publication, error) { return publish(artwork(1, 512, 95), "gm", 536, 512) },
		} {
			if _, err := try(); !errors.Is(err, publications.ErrRemovedBefore) {
				t.Errorf("%s, of an earlier release %v: %v", name, ofEarlierRelease, err)
			}
		}
		if _, err := publish(artwork(2, 512, 95), "gm", 512, 512); err != nil {
			t.Errorf("another picture: %v", err)
		}
		w.decide(t, moderation, p, moderationv1.Action_ACTION_RESTORE)
		testkit.Eventually(t, "it is forgotten", remembered(0))
		if _, err := publish(artwork(1, 512, 95), "gm", 512, 512); err != nil {
			t.Errorf("after the removal was undone: %v", err)
		}
	}
}

// A maker who withdraws a picture before its removal arrives does not evade it, and its undoing counts, too.
// Verifies MOD-37.
func TestRemovalCountsAfterWithdrawal(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	artwork := w.store(t, func(r *mediav1.StoreArtworkRequest) { r.Image = newPatches(t, 1, 512, 95) }).GetArtworkId()
	publish := func() (*mediav1.Publication, error) {
		return w.client.Publish(withVisitor(t.Context(), uuid.NewString()), &mediav1.PublishRequest{ArtworkId: artwork})
	}
	p, err := publish()
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.client.WithdrawPublication(withVisitor(t.Context(), ""),
		&mediav1.WithdrawPublicationRequest{PublicationId: p.GetId()})
	if err != nil {
		t.Fatal(err)
	}
	moderation := casestest.Start(t)
	for _, c := range []struct {
		action moderationv1.Action
		want   error
	}{{moderationv1.Action_ACTION_REMOVE, publications.ErrRemovedBefore}, {moderationv1.Action_ACTION_RESTORE, nil}} {
		w.awaitApplied(t, w.decide(t, moderation, p, c.action))
		if _, err := publish(); !errors.Is(err, c.want) {
			t.Errorf("published again after %v: %v", c.action, err)
		}
	}
}
