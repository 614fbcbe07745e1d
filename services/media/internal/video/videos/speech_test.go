package videos_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/video/ffmpeg"
	"mcwick.example/services/media/internal/video/videos"
)

func TestDiskErrorDoesNotBlameInput(t *testing.T) {
	f := newFixture(t)
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone"))
	voices := videos.NewSpeechService(f.store, f.bucket, ffmpeg.New(testkit.DiscardLog()), time.Now)
	_, err := voices.StoreSpeech(t.Context(),
		videos.StoreSpeechInput{ID: uuid.NewString(), Visitor: "ann", Text: "gm", Audio: []byte{0xff, 0xfb}})
	if err == nil || errors.Is(err, videos.ErrNotSpeech) {
		t.Errorf("got %v", err)
	}
}
