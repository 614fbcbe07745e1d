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
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/ebitengine/purego"

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
	v := espeak(t)
	v.Lock()
	defer v.Unlock()
	v.said = Said{Text: text, Rate: v.rate}
	b := append([]byte(text), 0)
	if code := v.synth(unsafe.Pointer(&b[0]), uintptr(len(b)), 0, 1, 0, 1, nil, nil); code != 0 {
		t.Fatalf("espeak-ng: %d", code)
	}
	return v.said
}

// voice is the synthesizer, of which a process has one.
type voice struct {
	sync.Mutex
	rate  int
	synth func(text unsafe.Pointer, size uintptr, position, positionType, end, flags uint32, id,
		data unsafe.Pointer) int32
	said Said
}

var (
	once sync.Once
	one  = &voice{}
	fail error
)

func espeak(t testing.TB) *voice {
	t.Helper()
	once.Do(func() {
		var lib uintptr
		if lib, fail = purego.Dlopen("libespeak-ng.so.1", purego.RTLD_NOW); fail != nil {
			return
		}
		var initialise func(output, buffer int32, path unsafe.Pointer, options int32) int32
		var setCallback func(callback uintptr)
		var setVoice func(name string) int32
		var setParameter func(parameter, value, relative int32) int32
		purego.RegisterLibFunc(&initialise, lib, "espeak_Initialize")
		purego.RegisterLibFunc(&setCallback, lib, "espeak_SetSynthCallback")
		purego.RegisterLibFunc(&setVoice, lib, "espeak_SetVoiceByName")
		purego.RegisterLibFunc(&setParameter, lib, "espeak_SetParameter")
		purego.RegisterLibFunc(&one.synth, lib, "espeak_Synth")
		const synchronous, rate = 2, 1
		one.rate = int(initialise(synchronous, 0, nil, 0))
		setVoice("en-us")
		setParameter(rate, 147, 0)
		setCallback(purego.NewCallback(one.hear))
	})
	if fail != nil {
		t.Fatalf("%v: install espeak-ng", fail)
	}
	return one
}

// event is espeak_EVENT of speak_lib.h.
type event struct {
	kind     int32 // 0 ends a list, 1 is a word
	_        uint32
	position int32 // of the word's first character, from 1
	length   int32 // characters
	audio    int32 // ms
	_        int32
	_, _     uintptr
}

// hear is the callback of espeak_Synth, for each stretch of sound with its events.
func (v *voice) hear(wav *int16, n int32, events *event) int32 {
	if wav != nil {
		v.said.Samples = append(v.said.Samples, unsafe.Slice(wav, n)...)
	}
	text := []rune(v.said.Text)
	for e := events; e.kind != 0; e = (*event)(unsafe.Add(unsafe.Pointer(e), unsafe.Sizeof(*e))) {
		if from := int(e.position) - 1; e.kind == 1 && e.length > 0 && from >= 0 && from+int(e.length) <= len(text) {
			v.said.Cues = append(v.said.Cues,
				speech.Cue{Text: string(text[from : from+int(e.length)]),
					Start: time.Duration(e.audio) * time.Millisecond})
		}
	}
	return 0
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
	frame := []byte{3, 'e', 'n', 'g', 2, 1, 0} // UTF-8, English, milliseconds, lyrics, no description
	for _, c := range cues {
		frame = append(append(frame, c.Text...), 0)
		frame = binary.BigEndian.AppendUint32(frame, uint32(c.Start.Milliseconds()))
	}
	tag := append([]byte("ID3\x04\x00\x00"), size(len(frame)+10)...)
	tag = append(append(tag, "SYLT"...), size(len(frame))...)
	return append(append(tag, 0, 0), frame...)
}

// size encodes a number as 4 times 7 bits.
func size(n int) []byte {
	return []byte{byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}
}
