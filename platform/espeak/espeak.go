// Package espeak says texts with the library of espeak-ng, which reports when it says each word. The
// library is loaded when a program runs, so that the program needs no C to be built.
package espeak

import (
	"encoding/binary"
	"fmt"
	"sync"
	"time"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Synthesizer says one text at a time; it is safe for concurrent use. The library keeps its state in
// the process, so there is one.
type Synthesizer struct {
	sync.Mutex
	rate  int // samples a second
	synth func(text unsafe.Pointer, size uintptr, position, positionType, end, flags uint32, id,
		data unsafe.Pointer) int32

	text []rune // what is being said
	said Spoken
}

// Spoken is a text that was said.
type Spoken struct {
	Samples []int16
	Rate    int // samples a second
	Words   []Word
}

// Word is a stretch of the text and when it begins; small words may share one.
type Word struct {
	Text  string
	Start time.Duration // in whole milliseconds
}

// The library's own numbers, of speak_lib.h.
const (
	synchronous  = 2 // a mode: samples come by callback, before the call returns
	rateSetting  = 1
	charactersIn = 1 // flags: the text is UTF-8
	wordEvent    = 1
)

// wordsPerMinute sounds like 150, which is what the platform reckons with.
const wordsPerMinute = 147

// Load loads the library, once in a process.
var Load = sync.OnceValues(func() (*Synthesizer, error) {
	lib, err := purego.Dlopen("libespeak-ng.so.1", purego.RTLD_NOW)
	if err != nil {
		return nil, fmt.Errorf("%w; it comes with the Debian package espeak-ng", err)
	}
	s := &Synthesizer{}
	var initialise func(output, buffer int32, path unsafe.Pointer, options int32) int32
	var setCallback func(callback uintptr)
	var setVoice func(name string) int32
	var setParameter func(parameter, value, relative int32) int32
	purego.RegisterLibFunc(&initialise, lib, "espeak_Initialize")
	purego.RegisterLibFunc(&setCallback, lib, "espeak_SetSynthCallback")
	purego.RegisterLibFunc(&setVoice, lib, "espeak_SetVoiceByName")
	purego.RegisterLibFunc(&setParameter, lib, "espeak_SetParameter")
	purego.RegisterLibFunc(&s.synth, lib, "espeak_Synth")
	if s.rate = int(initialise(synchronous, 0, nil, 0)); s.rate <= 0 {
		return nil, fmt.Errorf("espeak-ng does not start: %d", s.rate)
	}
	if code := setVoice("en-us"); code != 0 {
		return nil, fmt.Errorf("espeak-ng has no English voice: %d", code)
	}
	setParameter(rateSetting, wordsPerMinute, 0)
	setCallback(purego.NewCallback(s.hear))
	return s, nil
})

// Say speaks a text. The library needs some 40 ms for a minute of speech, so calls may take turns.
func (s *Synthesizer) Say(text string) (Spoken, error) {
	s.Lock()
	defer s.Unlock()
	s.text, s.said = []rune(text), Spoken{Rate: s.rate}
	b := append([]byte(text), 0)
	if code := s.synth(unsafe.Pointer(&b[0]), uintptr(len(b)), 0, 1, 0, charactersIn, nil, nil); code != 0 {
		return Spoken{}, fmt.Errorf("espeak-ng: %d", code)
	}
	return s.said, nil
}

// event is espeak_EVENT of speak_lib.h.
type event struct {
	kind     int32 // 0 ends a list
	_        uint32
	position int32 // of the word's first character, from 1
	length   int32 // characters
	audio    int32 // ms
	_        int32
	_, _     uintptr
}

// hear is called by espeak_Synth with each stretch of sound and what happens in it.
func (s *Synthesizer) hear(wav *int16, n int32, events *event) int32 {
	if wav != nil {
		s.said.Samples = append(s.said.Samples, unsafe.Slice(wav, n)...)
	}
	for e := events; e.kind != 0; e = (*event)(unsafe.Add(unsafe.Pointer(e), unsafe.Sizeof(*e))) {
		from, to := int(e.position)-1, int(e.position+e.length)-1
		if e.kind == wordEvent && from >= 0 && from < to && to <= len(s.text) {
			s.said.Words = append(s.said.Words,
				Word{string(s.text[from:to]), time.Duration(e.audio) * time.Millisecond})
		}
	}
	return 0
}

// Tag returns an ID3v2.4 tag with a SYLT frame: each word, and its time in milliseconds.
func Tag(words []Word) []byte {
	frame := []byte{3, 'e', 'n', 'g', 2, 1, 0} // UTF-8, English, milliseconds, lyrics, no description
	for _, w := range words {
		frame = append(append(frame, w.Text...), 0)
		frame = binary.BigEndian.AppendUint32(frame, uint32(w.Start.Milliseconds()))
	}
	tag := append([]byte("ID3\x04\x00\x00"), synchsafe(len(frame)+10)...)
	tag = append(append(tag, "SYLT"...), synchsafe(len(frame))...)
	return append(append(tag, 0, 0), frame...)
}

// synchsafe is a number of 4 times 7 bits.
func synchsafe(n int) []byte {
	return []byte{byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}
}
