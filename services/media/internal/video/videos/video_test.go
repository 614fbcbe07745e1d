package videos_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/wordfilter"
	"mcwick.example/services/moderation/api/wordfilter/wordfiltertest"
)

// Verifies MOD-6, MOD-30.
func TestShareChecksScript(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	checks := 0
	words := wordfilter.NewChecker(func(_ context.Context, texts []string) (flagged []bool, err error) {
		for _, text := range texts {
			checks++
			flagged = append(flagged, strings.Contains(text, "dark"))
		}
		return flagged, nil
	})
	useCases := videos.NewVideos(f.store, f.bucket, nil, nil, f.queue(), words, nil, time.Now)
	for script, kind := range map[string]bool{"gm, broh": true, "a dark plan": false, "S L U T": false} {
		v := f.made(t, script)
		for range 2 {
			_, err := useCases.Share(t.Context(),
				videos.ShareVideoInput{OwnVideoInput: videos.OwnVideoInput{ID: v.ID.String(),
					Owner: moderation.Owner{Visitor: "ann"}}})
			if kind && err != nil || !kind && (err == nil || fault.From(err).Reason != "TEXT_INDECENT") {
				t.Errorf("%q: %v", script, err)
			}
		}
		if _, err := useCases.SharedVideo(t.Context(), v.ID.String()); kind != !errors.Is(err,
			videos.ErrVideoNotFound) {
			t.Errorf("%q is shown: %v", script, err)
		}
	}
	for _, text := range wordfiltertest.Disguises {
		v := f.made(t, text)
		_, err := useCases.Share(t.Context(),
			videos.ShareVideoInput{OwnVideoInput: videos.OwnVideoInput{ID: v.ID.String(),
				Owner: moderation.Owner{Visitor: "ann"}}})
		if err == nil || fault.From(err).Reason != "TEXT_INDECENT" {
			t.Errorf("%q: %v", text, err)
		}
	}
	if checks != 3 { // twice about the draft, once about what was shared then; the list is not checked
		t.Errorf("a judge was asked %d times", checks)
	}
}
