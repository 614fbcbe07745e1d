// Package voice says texts with the local synthesiser, as mp3s whose tag tells when each word is
// said.
package voice

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"mcwick.example/platform/espeak"
)

const (
	// maxParallel is how many sounds are encoded at once: a stand-in must leave the machine to the
	// platform.
	maxParallel = 2
	// budget bounds one encoding; a minute of sound takes less than a second.
	budget = 20 * time.Second
)

// Speaker says texts. Make one with NewSpeaker; it is safe for concurrent use.
type Speaker struct {
	slots  chan struct{}
	ffmpeg string // path of the program
	voice  *espeak.Synthesizer
}

// NewSpeaker finds the programs that it needs.
func NewSpeaker() (*Speaker, error) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, fmt.Errorf("%w; it comes with the Debian package ffmpeg", err)
	}
	voice, err := espeak.Load()
	if err != nil {
		return nil, err
	}
	return &Speaker{slots: make(chan struct{}, maxParallel), ffmpeg: ffmpeg, voice: voice}, nil
}

// unspeakable are marks that the synthesiser would read as commands and phonemes. Each becomes as
// many spaces, so that the words keep their places.
var unspeakable = strings.NewReplacer("[[", "  ", "]]", "  ", "<", " ", ">", " ")

// ErrSilent is what a text without a word gives.
var ErrSilent = errors.New("there is nothing to say in the text")

// Speak gives the sound of a text, ErrSilent when it has no word.
func (s *Speaker) Speak(ctx context.Context, text string) ([]byte, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	said, err := s.voice.Say(unspeakable.Replace(text))
	if err != nil {
		return nil, err
	}
	if len(said.Words) == 0 {
		return nil, ErrSilent
	}
	mp3, err := s.encode(ctx, said)
	if err != nil {
		return nil, err
	}
	return append(espeak.Tag(said.Words), mp3...), nil
}

// encode makes an mp3 without a tag, at a speaking voice's loudness. The filters change no times.
func (s *Speaker) encode(ctx context.Context, said espeak.Spoken) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	folder, err := os.MkdirTemp("", "demoai")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "said.mp3") // a file, because ffmpeg goes back to write how long the sound is
	var raw, problems bytes.Buffer
	_ = binary.Write(&raw, binary.LittleEndian, said.Samples) // never fails
	cmd := exec.CommandContext(ctx, s.ffmpeg, "-nostdin", "-v", "error", "-f", "s16le", "-ar",
		strconv.Itoa(said.Rate), "-ac", "1", "-i", "pipe:0",
		"-af", "highpass=f=70,loudnorm=I=-16:TP=-1.5:LRA=11,aresample=24000", "-c:a", "libmp3lame", "-b:a", "64k",
		"-threads", "1", "-id3v2_version", "0", path)
	cmd.Stdin, cmd.Stderr = &raw, &problems
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("ffmpeg: %w: %.500s", err, problems.String())
	}
	return os.ReadFile(path)
}
