package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/video/speech"
)

// demoVoice returns a text spoken by the demo provider, as generation would send it.
func demoVoice(t *testing.T, text string) []byte {
	t.Helper()
	addr := testkit.FreeAddr(t)
	// that of media is taken
	testkit.StartProgram(t, testkit.BuildProgramAt(t, "../../deploy/demoai"), "HTTP_ADDR="+addr, "API_KEY=k",
		"OPS_ADDR=")
	body, err := json.Marshal(map[string]any{"model": "demo-voice", "voice": "onyx", "input": text,
		"response_format": "mp3"})
	if err != nil {
		t.Fatal(err)
	}
	var mp3 []byte
	testkit.Eventually(t, "the voice answers", func() bool {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+addr+"/v1/audio/speech",
			bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer k")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return false
		}
		defer resp.Body.Close()
		mp3, err = io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v", resp.Status, mp3, err)
		}
		return true
	})
	return mp3
}

// eventsOf parses an mp3's tag of word times in the simplest way: text, zero, milliseconds.
func eventsOf(t *testing.T, mp3 []byte) (words []speech.Cue) {
	t.Helper()
	at := bytes.Index(mp3, []byte("SYLT"))
	if at < 0 {
		t.Fatalf("no times in %.60q", mp3)
	}
	frame := mp3[at+10:][:int(mp3[at+6])<<7|int(mp3[at+7])] // sizes have 7 bits a byte
	for rest := frame[7:]; len(rest) > 0; {
		text, after, _ := bytes.Cut(rest, []byte{0})
		words = append(words, speech.Cue{Text: string(text),
			Start: time.Duration(binary.BigEndian.Uint32(after)) * time.Millisecond})
		rest = after[4:]
	}
	return words
}

// The captions of a film are read as a strip of this size: small, and with room for every letter.
const (
	stripWidth  = 180
	stripHeight = 30
	frames      = 30 // a second
)

// glows returns the times at which another word lights up in a film: of each frame in which the
// gold is in another place than in the one before. The background has some gold of its own, which
// never jumps.
func glows(t *testing.T, film []byte) (times []time.Duration) {
	t.Helper()
	strip := fmt.Sprintf("crop=iw:iw*%d/%d:0:ih/3,scale=%[2]d:%[1]d:flags=area", stripHeight, stripWidth)
	pixels := decoded(t, film, "-vf", strip, "-f", "rawvideo", "-pix_fmt", "rgb24")
	var last [stripWidth]int
	for i, frame := range slices.Collect(slices.Chunk(pixels, stripWidth*stripHeight*3)) {
		now, all, moved := gold(frame), 0, 0
		for x := range now {
			all += now[x]
			moved += max(now[x]-last[x], last[x]-now[x])
		}
		if moved > all/2 {
			times = append(times, time.Duration(i)*time.Second/frames)
		}
		last = now
	}
	return times
}

// gold counts the pixels of about the lit word's color in each column.
func gold(rgb []byte) (columns [stripWidth]int) {
	for i := 0; i < len(rgb); i += 3 {
		if r, g, b := rgb[i], rgb[i+1], rgb[i+2]; r > 180 && g > 130 && g < 225 && b < 110 {
			columns[i/3%stripWidth]++
		}
	}
	return columns
}

// decoded returns ffmpeg's output for a film.
func decoded(t *testing.T, film []byte, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "film.mp4")
	testkit.WriteFile(t, path, string(film))
	args = append([]string{"-v", "error", "-i", path}, args...)
	out, err := exec.CommandContext(t.Context(), "ffmpeg", append(args, "pipe:1")...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// onsets returns the times at which a film's audio resumes after its pauses.
func onsets(t *testing.T, film []byte) (times []time.Duration) {
	t.Helper()
	const rate = 24_000
	raw := decoded(t, film, "-vn", "-f", "s16le", "-ar", fmt.Sprint(rate), "-ac", "1")
	samples := make([]int16, len(raw)/2)
	if _, err := binary.Decode(raw, binary.LittleEndian, samples); err != nil {
		t.Fatal(err)
	}
	length := speech.Length(len(samples), rate)
	for _, s := range speech.Silences(samples, rate) {
		if s.Start > 0 && s.End < length {
			times = append(times, s.End)
		}
	}
	return times
}

// A word's way from the synthesizer through its mp3, our own mp3 and the film must not shift audio
// against picture.
// Verifies VIDEO-6.
func TestCaptionsHighlightWordsInTime(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, "VIDEO_SIZE=1080x1920") // the largest supported size
	mp3 := demoVoice(t, few)
	truth := eventsOf(t, mp3)
	s, err := w.videos.StoreSpeech(t.Context(),
		&mediav1.StoreSpeechRequest{SpeechId: uuid.NewString(), VisitorId: "ann", Text: few, Audio: mp3})
	if err != nil {
		t.Fatal(err)
	}
	body := newVideoRequest(s)
	body.Category = "minecraft" // the other category is full of coins
	seen := w.follow(t, w.create(t, body).GetId())
	film := w.fetch(t, seen[len(seen)-1].GetObjectName())
	playable(t, film, "1080", "1920", s.GetDuration().AsDuration())
	if len(film) > 4<<20 {
		t.Errorf("%d bytes", len(film))
	}

	const near = 80 * time.Millisecond
	lit := glows(t, film)
	if len(truth) != len(strings.Fields(few)) || len(lit) != len(truth) {
		t.Fatalf("%d words glow, at %v; the voice tells of %v", len(lit), lit, truth)
	}
	worst := time.Duration(0)
	for i, word := range truth {
		off := lit[i] - word.Start
		worst = max(worst, off.Abs())
		if off.Abs() > near {
			t.Errorf("%q is said at %v and glows at %v", word.Text, word.Start, lit[i])
		}
	}
	heard := onsets(t, film)
	if len(heard) < 2 {
		t.Errorf("pauses end at %v only", heard)
	}
	for _, at := range heard {
		nearest := slices.MinFunc(lit, func(a, b time.Duration) int { return int((a - at).Abs() - (b - at).Abs()) })
		if (nearest - at).Abs() > near {
			t.Errorf("something is heard at %v, where nothing begins to glow: %v", at, lit)
		}
	}
	t.Logf("%d words, off by %v at most; heard again at %v, lit at %v", len(lit), worst, heard, lit)
}
