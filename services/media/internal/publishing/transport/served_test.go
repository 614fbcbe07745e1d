package transport

import (
	"testing"

	"github.com/google/uuid"
)

// Verifies PUB-5, PUB-6.
func TestPicturesAreServedWithCacheHeaders(t *testing.T) {
	t.Parallel()
	id := uuid.NewString()
	for name, want := range map[string]string{
		"memes/" + id + ".png":          "public, max-age=3600",
		"memes/" + id + "-640.webp":     "public, max-age=3600",
		"ai-generations/" + id + ".png": "private, max-age=3600",
		"generated/" + id + "-320.webp": "public, max-age=31536000, immutable",
		"speech/" + id + ".mp3":         "",
		"memes/" + id + ".mp4":          "",
		"memes/" + id + "-0.webp":       "",
		"memes/x.png":                   "",
	} {
		got := ""
		if names.MatchString(name) {
			got = cacheControlOf(name)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
