package voice

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// espeak is the synthesiser. The library keeps its state in the process, so there is one and it
// says one text at a time. It is loaded when the program runs: the program needs no C to be built,
// and the library alone tells when each word is said.
type espeak struct {
	sync.Mutex
	rate  int // samples a second
	synth func(text unsafe.Pointer, size uintptr, position, positionType, end, flags uint32, id,
		data unsafe.Pointer) int32

	text []rune // what is being said
	said spoken
}

// spoken is a text that was said.
type spoken struct {
	samples []int16
	words   []word
}

// word is a stretch of the text and when it begins; small words may share one.
type word struct {
	text string
	ms   int32
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

// load is done once in a process.
var load = sync.OnceValues(func() (*espeak, error) {
	lib, err := purego.Dlopen("libespeak-ng.so.1", purego.RTLD_NOW)
	if err != nil {
		return nil, fmt.Errorf("%w; it comes with the Debian package espeak-ng", err)
	}
	e := &espeak{}
	var initialise func(output, buffer int32, path unsafe.Pointer, options int32) int32
	var setCallback func(callback uintptr)
	var setVoice func(name string) int32
	var setParameter func(parameter, value, relative int32) int32
	purego.RegisterLibFunc(&initialise, lib, "espeak_Initialize")
	purego.RegisterLibFunc(&setCallback, lib, "espeak_SetSynthCallback")
	purego.RegisterLibFunc(&setVoice, lib, "espeak_SetVoiceByName")
	purego.RegisterLibFunc(&setParameter, lib, "espeak_SetParameter")
	purego.RegisterLibFunc(&e.synth, lib, "espeak_Synth")
	if e.rate = int(initialise(synchronous, 0, nil, 0)); e.rate <= 0 {
		return nil, fmt.Errorf("espeak-ng does not start: %d", e.rate)
	}
	if code := setVoice("en-us"); code != 0 {
		return nil, fmt.Errorf("espeak-ng has no English voice: %d", code)
	}
	setParameter(rateSetting, wordsPerMinute, 0)
	setCallback(purego.NewCallback(e.hear))
	return e, nil
})

// say speaks a text. The library needs some 40 ms for a minute of speech, so calls may take turns.
func (e *espeak) say(text string) (spoken, error) {
	e.Lock()
	defer e.Unlock()
	e.text, e.said = []rune(text), spoken{}
	b := append([]byte(text), 0)
	if code := e.synth(unsafe.Pointer(&b[0]), uintptr(len(b)), 0, 1, 0, charactersIn, nil, nil); code != 0 {
		return spoken{}, fmt.Errorf("espeak-ng: %d", code)
	}
	return e.said, nil
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
func (e *espeak) hear(wav *int16, n int32, events *event) int32 {
	if wav != nil {
		e.said.samples = append(e.said.samples, unsafe.Slice(wav, n)...)
	}
	for ev := events; ev.kind != 0; ev = (*event)(unsafe.Add(unsafe.Pointer(ev), unsafe.Sizeof(*ev))) {
		from, to := int(ev.position)-1, int(ev.position+ev.length)-1
		if ev.kind == wordEvent && from >= 0 && from < to && to <= len(e.text) {
			e.said.words = append(e.said.words, word{string(e.text[from:to]), ev.audio})
		}
	}
	return 0
}
