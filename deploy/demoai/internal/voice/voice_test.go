package voice

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

const text = `One night the power failed, and every candle on the street began to whisper. [[Nobody]] <b>believed</b> it: "broh".`

func speaker(t *testing.T) *Speaker {
	t.Helper()
	s, err := NewSpeaker()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Verifies SPEECH-17.
func TestSayTimesEachWord(t *testing.T) {
	s := speaker(t)
	mp3, err := s.Speak(t.Context(), text)
	if err != nil || !bytes.HasPrefix(mp3, []byte("ID3\x04")) || !bytes.Contains(mp3[:200], []byte("SYLT")) {
		t.Fatalf("%.40q, %v", mp3, err)
	}
	said, err := s.voice.Say(unspeakable.Replace(text))
	if err != nil {
		t.Fatal(err)
	}
	last, at := time.Duration(-1), 0
	for _, w := range said.Words {
		i := strings.Index(text[at:], w.Text)
		if i < 0 || w.Start < last {
			t.Fatalf("%+v", said.Words)
		}
		at, last = at+i+len(w.Text), w.Start
	}
	if len(said.Words) < 15 {
		t.Errorf("%d words: %+v", len(said.Words), said.Words)
	}
	path := filepath.Join(t.TempDir(), "said.mp3")
	if err := os.WriteFile(path, mp3, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of",
		"csv=p=0", path).Output()
	seconds, _ := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if want := float64(len(said.Samples)) / float64(said.Rate); err != nil || seconds < want-0.2 || seconds > want+
		0.2 {
		t.Errorf("%v s of sound, said in %v s, %v", seconds, want, err)
	}
}

func TestSayConcurrently(t *testing.T) {
	s := speaker(t)
	// The synthesiser breathes by chance, so no two sounds are the same; but each has all of its
	// own words.
	sounds := make(chan []byte)
	for i := range 4 {
		go func() {
			b, err := s.Speak(t.Context(), strings.Repeat("candle, ", i+1))
			if err != nil {
				t.Error(err)
			}
			sounds <- b
		}()
	}
	seen := 0
	for range 4 {
		seen |= 1 << bytes.Count(<-sounds, []byte("candle\x00"))
	}
	if seen != 0b11110 {
		t.Errorf("%b: the words of one are in another", seen)
	}
}

func TestSilentTextIsAnError(t *testing.T) {
	s := speaker(t)
	if _, err := s.Speak(t.Context(), " <> "); !errors.Is(err, ErrSilent) {
		t.Error(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Speak(gone, text); err == nil {
		t.Error("spoke for a canceled caller")
	}
}
