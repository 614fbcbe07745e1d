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
)

const (
	// parallel is how many sounds are encoded at once: a stand-in must leave the machine to the
	// platform.
	maxParallel = 2
	// budget bounds one encoding; a minute of sound takes less than a second.
	budget = 20 * time.Second
)

// Speaker says texts. Make one with NewSpeaker; it is safe for concurrent use.
type Speaker struct {
	slots  chan struct{}
	ffmpeg string // path of the program
	espeak *espeak
}

// NewSpeaker finds the programs that it needs.
func NewSpeaker() (*Speaker, error) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, fmt.Errorf("%w; it comes with the Debian package ffmpeg", err)
	}
	espeak, err := load()
	if err != nil {
		return nil, err
	}
	return &Speaker{slots: make(chan struct{}, maxParallel), ffmpeg: ffmpeg, espeak: espeak}, nil
}

// unspeakable are marks that the synthesiser would read as commands and phonemes. Each becomes as
// many spaces, so that the words keep their places.
var unspeakable = strings.NewReplacer("[[", "  ", "]]", "  ", "<", " ", ">", " ")

// errSilent is what a text without a word gives.
var errSilent = errors.New("there is nothing to say in the text")

// Speak gives the sound of a text.
func (s *Speaker) Speak(ctx context.Context, text string) ([]byte, error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	said, err := s.espeak.say(unspeakable.Replace(text))
	if err != nil {
		return nil, err
	}
	if len(said.words) == 0 {
		return nil, errSilent
	}
	mp3, err := s.encode(ctx, said.samples)
	if err != nil {
		return nil, err
	}
	return append(tag(said.words), mp3...), nil
}

// encode makes an mp3 without a tag, at a speaking voice's loudness. The filters change no times.
func (s *Speaker) encode(ctx context.Context, samples []int16) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	folder, err := os.MkdirTemp("", "demoai")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "said.mp3") // a file, because ffmpeg goes back to write how long the sound is
	var raw, problems bytes.Buffer
	_ = binary.Write(&raw, binary.LittleEndian, samples) // never fails
	cmd := exec.CommandContext(ctx, s.ffmpeg, "-nostdin", "-v", "error", "-f", "s16le", "-ar",
		strconv.Itoa(s.espeak.rate), "-ac", "1", "-i", "pipe:0",
		"-af", "highpass=f=70,loudnorm=I=-16:TP=-1.5:LRA=11,aresample=24000", "-c:a", "libmp3lame", "-b:a", "64k",
		"-threads", "1", "-id3v2_version", "0", path)
	cmd.Stdin, cmd.Stderr = &raw, &problems
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("ffmpeg: %w: %.500s", err, problems.String())
	}
	return os.ReadFile(path)
}

// tag is an ID3v2.4 tag with a SYLT frame: each word, and its time in milliseconds.
func tag(words []word) []byte {
	frame := []byte{3, 'e', 'n', 'g', 2, 1, 0} // UTF-8, English, milliseconds, lyrics, no description
	for _, w := range words {
		frame = append(append(frame, w.text...), 0)
		frame = binary.BigEndian.AppendUint32(frame, uint32(w.ms))
	}
	tag := append([]byte("ID3\x04\x00\x00"), synchsafe(len(frame)+10)...)
	tag = append(append(tag, "SYLT"...), synchsafe(len(frame))...)
	return append(append(tag, 0, 0), frame...)
}

// synchsafe is a number of 4 times 7 bits.
func synchsafe(n int) []byte {
	return []byte{byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}
}
