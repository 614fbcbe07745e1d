package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/retry"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/video/speech/speechtest"
	"mcwick.example/services/media/internal/video/videos"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

// few takes some three seconds to say.
const few = "The candle laughed, softly. Then the market opened, broh!"

// fetch reads an object.
func (w *environment) fetch(t *testing.T, name string) []byte {
	t.Helper()
	resp, b := testkit.Send(t, http.DefaultClient, http.MethodGet, w.bytes+name, "")
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", name, resp.Status)
	}
	return b
}

// probe returns entries of a file from ffprobe, such as format=duration, one per line.
func probe(t *testing.T, file []byte, entries string) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	testkit.WriteFile(t, path, string(file))
	out, err := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-show_entries", entries, "-of",
		"default=nw=1:nk=1", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}

// Verifies VIDEO-7.
func TestSpeechIsNormalizedAndAligned(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	said := speechtest.Say(t, speechtest.Story)
	r := &mediav1.StoreSpeechRequest{SpeechId: uuid.NewString(), VisitorId: "ann", Text: said.Text,
		Audio: said.MP3(t, true), Source: "composer", Generator: "demo-voice", Fingerprint: []byte("gm")}
	s, err := w.videos.StoreSpeech(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	sound := w.fetch(t, s.GetObjectName())
	if got := probe(t, sound, "stream=codec_name,sample_rate,channels"); !slices.Equal(got,
		[]string{"mp3", "24000", "1"}) {
		t.Errorf("kept as %v", got)
	}
	if bytes.Contains(sound, []byte("SYLT")) {
		t.Error("a tag of the provider's is left")
	}
	want := time.Duration(len(said.Samples)) * time.Second / time.Duration(said.Rate)
	if off := (s.GetDuration().AsDuration() - want).Abs(); off > 50*time.Millisecond {
		t.Errorf("%v long, not %v", s.GetDuration().AsDuration(), want)
	}
	if lufs := loudness(t, sound); lufs < -18 || lufs > -14 {
		t.Errorf("%v LUFS", lufs)
	}
	if n := len(strings.Fields(said.Text)); len(s.GetWords()) != n {
		t.Fatalf("%d words of %d", len(s.GetWords()), n)
	}
	if at := s.GetWords()[14].GetStart().AsDuration(); at != said.Cues[13].Start { // 'on the' has one time
		t.Errorf("%q at %v, not %v", s.GetWords()[14].GetText(), at, said.Cues[13].Start)
	}
	captions := string(w.fetch(t, s.GetCaptionsObjectName()))
	if !strings.HasPrefix(captions, "WEBVTT\n") || !strings.Contains(captions, "Nobody believed it at first.") {
		t.Errorf("captions %q", captions)
	}
	t.Run("a repeat gives what is stored", func(t *testing.T) {
		other := &mediav1.StoreSpeechRequest{SpeechId: r.GetSpeechId(), VisitorId: "ann", Text: few,
			Audio: []byte("nothing")}
		if again, err := w.videos.StoreSpeech(t.Context(), other); err != nil ||
			!cmp.Equal(s, again, protocmp.Transform()) {
			t.Errorf("%v, %v", again, err)
		}
	})
	t.Run("a copy has the sound and no bytes of its own", func(t *testing.T) {
		id := uuid.NewString()
		for range 2 {
			c, err := w.videos.CopySpeech(t.Context(),
				&mediav1.CopySpeechRequest{SpeechId: id, FromSpeechId: s.GetId(), VisitorId: "bob"})
			if err != nil || c.GetId() != id || c.GetObjectName() != s.GetObjectName() ||
				len(c.GetWords()) != len(s.GetWords()) ||
				c.GetSource() != "composer" || c.GetGenerator() != "demo-voice" {
				t.Errorf("%v, %v", c, err)
			}
		}
		if found, _ := os.ReadDir(w.objects + "/speech"); len(found) != 2 {
			t.Errorf("%d objects", len(found))
		}
		byFingerprint := &mediav1.CopySpeechRequest{SpeechId: uuid.NewString(), Fingerprint: []byte("gm"),
			VisitorId: "bob"}
		if c, err := w.videos.CopySpeech(t.Context(), byFingerprint); err != nil ||
			c.GetObjectName() != s.GetObjectName() {
			t.Errorf("by its fingerprint: %v, %v", c, err)
		}
		none := &mediav1.CopySpeechRequest{SpeechId: uuid.NewString(), FromSpeechId: uuid.NewString(), VisitorId: "bob"}
		if _, err := w.videos.CopySpeech(t.Context(), none); !errors.Is(err, videos.ErrSpeechNotFound) {
			t.Errorf("of nothing: %v", err)
		}
	})
}

// Verifies SPEECH-18.
func TestGetSpeechIsForItsVisitorOnly(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	stored := w.speak(t, few)
	shown, err := w.videos.GetSpeech(withVisitor(t.Context(), ""), &mediav1.GetSpeechRequest{SpeechId: stored.GetId()})
	if diff := cmp.Diff(stored, shown, protocmp.Transform()); err != nil || diff != "" || len(shown.GetWords()) == 0 {
		t.Errorf("%v (-stored +shown):\n%s", err, diff)
	}
	copied, err := w.videos.CopySpeech(t.Context(),
		&mediav1.CopySpeechRequest{SpeechId: uuid.NewString(), FromSpeechId: stored.GetId(), VisitorId: "bob"})
	if err != nil {
		t.Fatal(err)
	}
	bob := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "bob"})
	if own, err := w.videos.GetSpeech(bob, &mediav1.GetSpeechRequest{SpeechId: copied.GetId()}); err != nil ||
		own.GetObjectName() != stored.GetObjectName() {
		t.Errorf("bob's own copy: %v, %v", own, err)
	}
	for name, id := range map[string]string{"ann's": stored.GetId(), "no speech": uuid.NewString(), "no id": "x",
		"nothing": ""} {
		if s, err := w.videos.GetSpeech(bob, &mediav1.GetSpeechRequest{SpeechId: id}); !errors.Is(err,
			videos.ErrSpeechNotFound) {
			t.Errorf("%s is shown to bob: %v, %v", name, s, err)
		}
	}
	if s, err := w.videos.GetSpeech(t.Context(), &mediav1.GetSpeechRequest{SpeechId: stored.GetId()}); err == nil ||
		fault.From(err).Reason != "VISITOR_REQUIRED" {
		t.Errorf("shown without a visitor: %v, %v", s, err)
	}
}

// loudness measures a sound in LUFS.
func loudness(t *testing.T, mp3 []byte) float64 {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffmpeg", "-hide_banner", "-nostats", "-f", "mp3", "-i", "pipe:0", "-af",
		"ebur128=framelog=verbose", "-f", "null", "-")
	cmd.Stdin = bytes.NewReader(mp3)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, after, _ := strings.Cut(string(out[bytes.LastIndex(out, []byte("Summary")):]), "I:")
	lufs, err := strconv.ParseFloat(strings.Fields(after)[0], 64)
	if err != nil {
		t.Fatal(err)
	}
	return lufs
}

func TestConcurrentSpeechIsStoredOnce(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	r := &mediav1.StoreSpeechRequest{SpeechId: uuid.NewString(), VisitorId: "ann", Text: few,
		Audio: speechtest.Say(t, few).MP3(t, false)}
	var all sync.WaitGroup
	got := make([]*mediav1.Speech, 4)
	for i := range got {
		all.Go(func() {
			var err error
			if got[i], err = w.videos.StoreSpeech(t.Context(), r); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, s := range got[1:] {
		if diff := cmp.Diff(got[0], s, protocmp.Transform()); diff != "" {
			t.Error(diff)
		}
	}
}

// storeRetry stores a sound again whose decoding took too long on a busy machine, as generation does
// until its job's deadline. The decoder has a low priority, and the tests beside it do not.
var storeRetry = retry.Policy{Attempts: 10, RetryIf: retry.IsUnavailable}

// Verifies VIDEO-7.
func TestSpeechErrors(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	good := speechtest.Say(t, few).MP3(t, false)
	silent := speechtest.Said{Rate: 8000, Samples: make([]int16, 8000*92)}
	playlist := []byte("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n")
	for name, c := range map[string]struct {
		change func(r *mediav1.StoreSpeechRequest)
		want   error
	}{
		"a page": {func(r *mediav1.StoreSpeechRequest) { r.Audio = []byte("<!doctype html><title>mp3</title>") },
			videos.ErrNotSpeech},
		"a playlist": {func(r *mediav1.StoreSpeechRequest) { r.Audio = playlist }, videos.ErrNotSpeech},
		"a playlist in a tag": {func(r *mediav1.StoreSpeechRequest) {
			r.Audio = append(speechtest.Tag(nil),
				playlist...)
		}, videos.ErrNotSpeech},
		"frames of nonsense": {func(r *mediav1.StoreSpeechRequest) { r.Audio = bytes.Repeat([]byte{0xff, 0xff}, 5000) },
			videos.ErrNotSpeech},
		"nothing": {func(r *mediav1.StoreSpeechRequest) { r.Audio = nil }, videos.ErrNotSpeech},
		"just a tag": {func(r *mediav1.StoreSpeechRequest) { r.Audio = speechtest.Tag(nil) },
			videos.ErrNotSpeech},
		"92 seconds": {func(r *mediav1.StoreSpeechRequest) { r.Audio = silent.MP3(t, false) },
			videos.ErrSpeechTooLarge},
		"11 MB": {func(r *mediav1.StoreSpeechRequest) { r.Audio = make([]byte, 11<<20) },
			videos.ErrSpeechTooLarge},
		"no text":            {func(r *mediav1.StoreSpeechRequest) { r.Text = " \n" }, nil},
		"a long text":        {func(r *mediav1.StoreSpeechRequest) { r.Text = strings.Repeat("x", 4001) }, nil},
		"a turned text":      {func(r *mediav1.StoreSpeechRequest) { r.Text = "gm\u202e" }, nil},
		"no id":              {func(r *mediav1.StoreSpeechRequest) { r.SpeechId = "x" }, nil},
		"nobody's":           {func(r *mediav1.StoreSpeechRequest) { r.VisitorId = "" }, nil},
		"a long fingerprint": {func(r *mediav1.StoreSpeechRequest) { r.Fingerprint = make([]byte, 65) }, nil},
		"another source":     {func(r *mediav1.StoreSpeechRequest) { r.Source = "human" }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := &mediav1.StoreSpeechRequest{SpeechId: uuid.NewString(), VisitorId: "ann", Text: few,
				Audio: slices.Clone(good)}
			c.change(r)
			_, err := retry.Do(t.Context(), storeRetry, func(ctx context.Context) (*mediav1.Speech, error) {
				return w.videos.StoreSpeech(ctx, r)
			})
			if err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			kept := &mediav1.CopySpeechRequest{SpeechId: uuid.NewString(), FromSpeechId: r.GetSpeechId(),
				Fingerprint: r.GetFingerprint(), VisitorId: "ann"}
			if _, err := w.videos.CopySpeech(t.Context(), kept); err == nil {
				t.Error("it was kept")
			}
		})
	}
	t.Run("64 MB do not come in at all", func(t *testing.T) {
		r := &mediav1.StoreSpeechRequest{SpeechId: uuid.NewString(), VisitorId: "ann", Text: few,
			Audio: make([]byte, 64<<20)}
		if _, err := w.videos.StoreSpeech(t.Context(), r); err == nil {
			t.Error("they did")
		}
	})
}
