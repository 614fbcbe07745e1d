package media_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/ffmpeg"
	"mcwick.example/services/media/internal/media"
)

func TestASoundIsNotBlamedForOurDisk(t *testing.T) {
	a := setup(t)
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone"))
	voices := media.NewVoices(a.store, a.bucket, ffmpeg.New(testkit.Log()), time.Now)
	_, err := voices.StoreSpeech(t.Context(), media.StoreSpeechInput{ID: uuid.NewString(), Visitor: "ann", Text: "gm", Audio: []byte{0xff, 0xfb}})
	if err == nil || errors.Is(err, media.ErrNotSpeech) {
		t.Errorf("got %v", err)
	}
}
