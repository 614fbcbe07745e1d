package ffmpeg

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// SoundRate is the sample rate of all audio that is made here.
const SoundRate = 24_000

// soundTime limits the work on one sound, which takes a second, and on a machine without time much longer.
const soundTime = 40 * time.Second

// Sound is speech as it is stored.
type Sound struct {
	MP3     []byte
	Samples []int16 // the same at SoundRate, one channel
}

// ErrSilent means that there is no audio to decode.
var ErrSilent = errors.New("no sound")

// Voice decodes an mp3, normalizes its loudness to -16 LUFS and encodes it again; of longer audio
// it keeps just more than most. The input has no ID3 tag any more and is decoded as an mp3,
// whatever it looks like; the result has the given tags, each as name=value.
func (t Tools) Voice(ctx context.Context, mp3 []byte, most time.Duration, tags []string) (Sound, error) {
	ctx, cancel := context.WithTimeout(ctx, soundTime)
	defer cancel()
	dir, err := Folder()
	if err != nil {
		return Sound{}, err
	}
	defer os.RemoveAll(dir)
	rate := strconv.Itoa(SoundRate)
	samples, err := t.run(ctx, call{
		program: "ffmpeg", dir: dir, stdin: mp3,
		maxOut: int((most + 2*time.Second).Seconds()) * SoundRate * 2,
		args: slices.Concat([]string{
			"-nostdin", "-hide_banner", "-v", "error", "-threads", "1", "-filter_threads", "1",
			"-protocol_whitelist", "pipe", "-f", "mp3", "-t", seconds(most + time.Second), "-i", "pipe:0",
			"-filter_complex",
			"[0:a:0]aformat=channel_layouts=mono,highpass=f=70,loudnorm=I=-16:TP=-1.5:LRA=11,aresample=" + rate +
				",asplit[a][b]",
			"-map", "[a]", "-f", "s16le", "pipe:1",
			"-map", "[b]", "-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact",
		}, tagArgs(tags), []string{"-c:a", "libmp3lame", "-b:a", "64k", "-ac", "1", "-f", "mp3", "voice.mp3"}),
	})
	if refused(err) {
		err = errors.Join(ErrSilent, err)
	}
	if err != nil {
		return Sound{}, err
	}
	out := Sound{Samples: make([]int16, len(samples)/2)}
	for i := range out.Samples {
		out.Samples[i] = int16(binary.LittleEndian.Uint16(samples[2*i:]))
	}
	if len(out.Samples) == 0 {
		return Sound{}, ErrSilent
	}
	out.MP3, err = os.ReadFile(filepath.Join(dir, "voice.mp3"))
	return out, err
}

// tagArgs returns ffmpeg's arguments for tags, each given as name=value.
func tagArgs(tags []string) (args []string) {
	for _, tag := range tags {
		args = append(args, "-metadata", tag)
	}
	return args
}

// seconds formats a time for ffmpeg.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
