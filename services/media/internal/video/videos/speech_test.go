package videos_test

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/origin"
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

// overtaken is a bucket whose first writer is overtaken by another one.
type overtaken struct {
	videos.Objects
	once sync.Once
	by   func()
}

func (o *overtaken) Put(ctx context.Context, name, contentType string, b []byte) error {
	o.once.Do(o.by)
	return o.Objects.Put(ctx, name, contentType, b)
}

// TestWorkersThatStoreOneSpeechHaveTheFirst has a worker that took the place of one that is not dead.
// Verifies VIDEO-16.
func TestWorkersThatStoreOneSpeechHaveTheFirst(t *testing.T) {
	f := newFixture(t)
	id := uuid.NewString()
	store := func(into videos.Objects, seconds string) videos.Speech {
		t.Helper()
		mp3, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d="+seconds,
			"-f", "mp3", "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		voices := videos.NewSpeechService(f.store, into, ffmpeg.New(testkit.DiscardLog()), time.Now)
		s, err := voices.StoreSpeech(t.Context(), videos.StoreSpeechInput{ID: id, Visitor: "ann", Text: "gm",
			Audio: mp3, Origin: origin.Origin{Source: origin.SourceAI}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	var first videos.Speech
	var bytes []byte
	late := store(&overtaken{Objects: f.bucket, by: func() {
		var err error
		first = store(f.bucket, "1")
		if bytes, err = f.bucket.Get(t.Context(), first.ObjectName()); err != nil {
			t.Error(err)
		}
	}}, "3")
	after, err := f.bucket.Get(t.Context(), first.ObjectName())
	if err != nil || late.Duration != first.Duration || !slices.Equal(after, bytes) {
		t.Errorf("%v and %v, %d and %d bytes, %v", first.Duration, late.Duration, len(bytes), len(after), err)
	}
}
