package speech

import (
	"bytes"
	"encoding/binary"
	"time"
)

// Cut removes the ID3v2 tags from the beginning of an mp3, so that no other code ever reads them,
// and returns their word times. An invalid tag counts as one without times.
func Cut(mp3 []byte) (sound []byte, cues []Cue) {
	for {
		size, ok := tagSize(mp3)
		if !ok {
			return mp3, cues
		}
		tag, version := mp3[10:min(10+size, len(mp3))], mp3[3]
		if cues == nil && mp3[5]&0xc0 == 0 { // neither unsynchronized nor with an extended header
			cues = timed(tag, version)
		}
		mp3 = mp3[min(10+size, len(mp3)):]
	}
}

// tagSize returns the size of the tag that b begins with, without its header of 10 bytes.
func tagSize(b []byte) (size int, ok bool) {
	if len(b) < 10 || !bytes.HasPrefix(b, []byte("ID3")) {
		return 0, false
	}
	return synchsafe(b[6:10]), true
}

// synchsafe parses a number of 4 times 7 bits.
func synchsafe(b []byte) int {
	return int(b[0]&0x7f)<<21 | int(b[1]&0x7f)<<14 | int(b[2]&0x7f)<<7 | int(b[3]&0x7f)
}

// timed parses the synchronized text (SYLT) of a tag of ID3v2.3 or ID3v2.4.
func timed(tag []byte, version byte) []Cue {
	for len(tag) >= 10 && tag[0] != 0 {
		size := int(binary.BigEndian.Uint32(tag[4:8]))
		if version == 4 {
			size = synchsafe(tag[4:8])
		}
		if size < 0 || size > len(tag)-10 || version < 3 || version > 4 {
			return nil
		}
		if string(tag[:4]) == "SYLT" && tag[8] == 0 && tag[9] == 0 { // neither compressed nor encrypted
			return lines(tag[10 : 10+size])
		}
		tag = tag[10+size:]
	}
	return nil
}

// A SYLT frame begins with its encoding, 3 letters of language, the unit of its times, what its
// texts are, and a description.
const (
	latin1       = 0
	utf8Encoded  = 3
	milliseconds = 2
	maxCues      = 4000
)

func lines(frame []byte) (cues []Cue) {
	if len(frame) < 6 || frame[0] != latin1 && frame[0] != utf8Encoded || frame[4] != milliseconds {
		return nil
	}
	_, rest, _ := bytes.Cut(frame[6:], []byte{0})
	for len(cues) < maxCues {
		text, after, ok := bytes.Cut(rest, []byte{0})
		if !ok || len(after) < 4 {
			return cues
		}
		cues = append(cues, Cue{Text: decoded(text, frame[0]),
			Start: time.Duration(binary.BigEndian.Uint32(after)) * time.Millisecond})
		rest = after[4:]
	}
	return cues
}

func decoded(text []byte, encoding byte) string {
	if encoding == utf8Encoded {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
	}
	return string(runes)
}
