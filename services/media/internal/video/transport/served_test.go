package transport

import (
	"testing"

	"github.com/google/uuid"
)

func TestTemplatesAreNotServed(t *testing.T) {
	t.Parallel()
	id := uuid.NewString()
	for name, want := range map[string]bool{
		"speech/" + id + ".mp3": true, "speech/" + id + ".vtt": true, "speech/" + id + ".mp4": false,
		"videos/" + id + ".mp4": true, "videos/" + id + ".webp": true, "videos/x.mp4": false,
		"templates/" + id + ".mp4": false, "memes/" + id + ".png": false,
	} {
		if got := names.MatchString(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
