package xmp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"golang.org/x/image/webp"
)

// pngHeader is a PNG's signature and the IHDR chunk behind it, which has 13 bytes of data.
const pngHeader = 8 + 12 + 13

// PNG adds the mark to a PNG, with its recipe, after its header: an iTXt chunk with XMP's keyword,
// uncompressed and without a language.
func (m Mark) PNG(file []byte) ([]byte, error) {
	if len(file) < pngHeader || !bytes.HasPrefix(file, []byte("\x89PNG\r\n\x1a\n")) {
		return nil, errors.New("mark: not a PNG")
	}
	var own [][2]string
	if m.Recipe != "" {
		own = append(own, [2]string{"mcwick:recipe", m.Recipe})
	}
	data := append([]byte("iTXtXML:com.adobe.xmp\x00\x00\x00\x00\x00"), m.packet(own...)...)
	out := make([]byte, 0, len(file)+len(data)+8)
	out = append(out, file[:pngHeader]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)-4)) // without the chunk's type
	out = append(out, data...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(data))
	return append(out, file[pngHeader:]...), nil
}

// The parts of a WebP by RFC 9649: after the RIFF header come chunks of name, length and an even number of bytes.
const (
	riffHeader = 12
	xmpFlag    = 1 << 2 // of a VP8X chunk: an XMP chunk follows
)

// WebP adds the mark to an opaque, lossy WebP, whose only chunk is VP8: VP8X is put before it, XMP after it.
func (m Mark) WebP(file []byte) ([]byte, error) {
	size, err := webp.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("mark: %w", err)
	}
	if string(file[riffHeader:riffHeader+4]) != "VP8 " {
		return nil, errors.New("mark: not a simple, lossy WebP")
	}
	features := binary.LittleEndian.AppendUint32(nil, xmpFlag)
	features = append(features, byte(size.Width-1), byte((size.Width-1)>>8), byte((size.Width-1)>>16),
		byte(size.Height-1), byte((size.Height-1)>>8), byte((size.Height-1)>>16))
	data := m.packet()
	out := make([]byte, 0, len(file)+len(features)+len(data)+2*8+1)
	out = append(out, file[:riffHeader]...)
	out = appendChunk(out, "VP8X", features)
	out = append(out, file[riffHeader:]...)
	out = appendChunk(out, "XMP ", data)
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out, nil
}

// appendChunk appends a chunk of RIFF.
func appendChunk(to []byte, name string, data []byte) []byte {
	to = append(to, name...)
	to = binary.LittleEndian.AppendUint32(to, uint32(len(data)))
	to = append(to, data...)
	if len(data)%2 == 1 {
		to = append(to, 0)
	}
	return to
}

// boxID is the UUID of the box that has XMP in an MP4, by part 3 of the XMP specification.
const boxID = "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac"

// MP4 adds the mark after the last box of an MP4, where it changes no offset of the index in front.
func (m Mark) MP4(file []byte) ([]byte, error) {
	if len(file) < 12 || string(file[4:8]) != "ftyp" {
		return nil, errors.New("mark: not an MP4")
	}
	data := append([]byte("uuid"+boxID), m.packet()...)
	out := make([]byte, 0, len(file)+len(data)+4)
	out = append(out, file...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)+4))
	return append(out, data...), nil
}

// Tags returns the tags that ffmpeg writes into an MP4: the content of the XMP, for readers that
// know only these.
func (m Mark) Tags() []string {
	return []string{"comment=" + m.comment(), "date=" + m.created()}
}

// SoundTags returns the tags that ffmpeg writes into an MP3: the packet in a PRIV frame of the ID3
// tag, by part 3 of the XMP specification, and its content for readers that know only text.
func (m Mark) SoundTags() []string {
	packet := strings.ReplaceAll(string(m.packet()), `\`, `\x5c`) // ffmpeg parses \x41 as a byte here
	return append(m.Tags(), "id3v2_priv.XMP="+packet)
}
