// Package speechtest speaks in tests: the synthesizer reports when it spoke each word, which is the
// truth to compare with.
package speechtest

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"mcwick.example/platform/espeak"
	"mcwick.example/services/media/internal/video/speech"
)

// Said is a spoken text.
type Said struct {
	Text    string
	Samples []int16
	Rate    int          // samples a second
	Cues    []speech.Cue // when each word began; small words may share one with their neighbor
}

// Story has sentences, commas and words of all lengths; it takes about 18 s.
const Story = "One night the power failed, and every candle on the street began to whisper. Nobody believed it at first. " +
	"Then the green one laughed, softly, and the market opened in the dark. Old traders say that it never closed again. " +
	"If you hear a wick crackle at midnight, do not look at the chart!"

// Say speaks a text.
func Say(t testing.TB, text string) Said {
	t.Helper()
	synthesizer, err := espeak.Load()
	if err != nil {
		t.Fatal(err)
	}
	spoken, err := synthesizer.Say(text)
	if err != nil {
		t.Fatal(err)
	}
	said := Said{Text: text, Samples: spoken.Samples, Rate: spoken.Rate}
	for _, word := range spoken.Words {
		said.Cues = append(said.Cues, speech.Cue(word))
	}
	return said
}

// MP3 encodes the sound; with times it has a tag with the cues before it, like a provider's that
// reports them.
func (s Said) MP3(t testing.TB, times bool) []byte {
	t.Helper()
	var raw, problems bytes.Buffer
	_ = binary.Write(&raw, binary.LittleEndian, s.Samples) // never fails
	path := filepath.Join(t.TempDir(), "said.mp3")         // a file, because ffmpeg seeks back to write the length
	cmd := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-f", "s16le", "-ar", strconv.Itoa(s.Rate), "-ac",
		"1", "-i", "pipe:0",
		"-c:a", "libmp3lame", "-b:a", "64k", "-id3v2_version", "0", path)
	cmd.Stdin, cmd.Stderr = &raw, &problems
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, problems.String())
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if times {
		b = append(Tag(s.Cues), b...)
	}
	return b
}

// Tag returns an ID3v2.4 tag with a SYLT frame of the cues.
func Tag(cues []speech.Cue) []byte {
	var words []espeak.Word
	for _, c := range cues {
		words = append(words, espeak.Word(c))
	}
	return espeak.Tag(words)
}
