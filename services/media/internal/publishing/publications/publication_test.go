package publications

import (
	"context"
	"encoding/hex"
	"errors"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/publishing/render"
)

func fingerprintOf(t *testing.T, in PublishInput) string {
	t.Helper()
	i, err := in.intent()
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(i.Hash)
}

// The hashes are in databases: a retry across a deployment must match its first attempt.
func TestFingerprintsAreStable(t *testing.T) {
	t.Parallel()
	plain := PublishInput{ArtworkID: "a", Visitor: "v", Key: "k"}
	full := plain
	full.Account = "whoever logged in between two tries"
	full.Signature, full.Caption = "@ann", "gm"
	full.Overlays = []render.Overlay{{Content: "gm", FontFamily: "Impact", FontSize: 64, Color: "#ffffff", Rotation: 15,
		X: 1, Y: 2}}
	for want, in := range map[string]PublishInput{
		"6b453dec181b10c092cd79bc9d3904c33c8bef85c34309cf41ff54d3786640c2": plain,
		"cac2c89093ed226844b5e94d3210a1d92dc5e87dfe36dcb1a18d6cb45798d92f": full,
	} {
		if got := fingerprintOf(t, in); got != want {
			t.Errorf("%+v: %s, was %s", in, got, want)
		}
	}
}

// Verifies REQ-4.
func TestCheckWordsCoversTextsBesidePicture(t *testing.T) {
	t.Parallel()
	const long = "A handle has at most 50 characters."
	for name, c := range map[string]struct{ signature, caption, message string }{
		"none":                     {"", "", ""},
		"a caption on two lines":   {"@ann", "gm\ngn", ""},
		"a signature on two lines": {"@ann\n@bob", "", text.OneLineMessage},
		"a separator of lines":     {"@ann\u2028@bob", "", text.OneLineMessage},
		"a long signature":         {strings.Repeat("w", 51), "", long},
		"something hidden":         {"@\u202eann", "", text.HiddenMessage},
		"hidden in a caption":      {"", "gm\a", text.HiddenMessage},
		"a long caption":           {"", strings.Repeat("w", 281), "A caption has at most 280 characters."},
	} {
		err := PublishInput{Signature: c.signature, Caption: c.caption}.Validate()
		if got := fault.From(err); (got == nil) != (c.message == "") || got != nil && got.Message != c.message {
			t.Errorf("%s: %v", name, err)
		}
	}
	in := PublishInput{Signature: "\u200b", Caption: " \u3164\n"}
	p, err := newPublication(Artwork{}, in, idempotency.Request{}, time.Now())
	if err != nil || p.Signature != "" || p.Caption != "" {
		t.Errorf("invisible texts: %q, %q, %v", p.Signature, p.Caption, err)
	}
}

func TestPublishRecoversFromPanic(t *testing.T) {
	t.Parallel()
	s := NewService(Config{}, nil, nil, nil, nil, nil, nil, nil, nil, time.Now) // without a store it panics
	_, err := s.Publish(t.Context(), PublishInput{ArtworkID: uuid.NewString(), Visitor: "ann", Key: "k"})
	if err == nil || !strings.Contains(err.Error(), "panic") || fault.From(err).Kind != fault.KindInternal {
		t.Errorf("got %v", err)
	}
	s.Wait()
}

func TestStopDrainsPublications(t *testing.T) {
	t.Parallel()
	finish := make(chan struct{})
	s := NewService(Config{}, nil, nil, nil, nil, nil, nil, nil, nil, time.Now)
	s.inFlight.Go(func() { <-finish })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := lifecycle.Await(ctx, s.Wait); !errors.Is(err, ctx.Err()) {
		t.Errorf("got %v", err)
	}
	close(finish)
	s.Wait()
}

// TestCardsLeavePaintersForPublications has as many cards at work as may be, and one that waits.
// Verifies CARD-9.
func TestCardsLeavePaintersForPublications(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewService(Config{}, nil, nil, nil, nil, nil, nil, nil, nil, time.Now) // without a renderer it panics
		painters := int64(runtime.GOMAXPROCS(0))
		if !s.cardPainters.TryAcquire(max(1, painters/2)) || s.cardPainters.TryAcquire(1) {
			t.Fatal("cards have other than half of the painters")
		}
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			if _, err := s.DrawCard(ctx, DrawCardInput{}); !errors.Is(err, context.Canceled) {
				t.Errorf("one card more: %v", err)
			}
		}()
		synctest.Wait()
		if !s.painters.TryAcquire(painters) {
			t.Error("it stands in front of a publication")
		}
		cancel()
	})
}
