package ffmpeg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// Size is a picture's size in pixels.
type Size struct{ Width, Height int }

// UnmarshalText parses a size such as 720x1280.
func (s *Size) UnmarshalText(text []byte) error {
	if n, err := fmt.Sscanf(string(text), "%dx%d", &s.Width, &s.Height); err != nil || n != 2 ||
		s.String() != string(text) {
		return fmt.Errorf("%q is no size such as 720x1280", text)
	}
	return nil
}

// String returns the size as UnmarshalText parses it.
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Width, s.Height) }

// Film has the parts of a video.
type Film struct {
	Size     Size
	Loop     []byte            // an mp4, repeated as the background
	Sound    []byte            // an mp3
	Mascot   string            // an SVG of 1024 by 1024 units
	Captions string            // ASS
	Fonts    map[string][]byte // by file name; captions find them by their own names
	Length   time.Duration     // of the sound
	Tags     []string          // of the video, each as name=value
}

// Video is an encoded video.
type Video struct {
	MP4    []byte
	Poster []byte // a WebP of the same size
}

// filmThreads is the number of cores that a video may use.
const filmThreads = "2"

// Make makes a video: H.264 and AAC, 30 frames a second, as long as its sound to a frame. It
// reports its progress in percent.
func (t Tools) Make(ctx context.Context, f Film, report func(percent int)) (Video, error) {
	dir, err := Folder()
	if err != nil {
		return Video{}, err
	}
	defer os.RemoveAll(dir)
	if err := t.lay(ctx, dir, f); err != nil {
		return Video{}, err
	}
	last := 0
	_, err = t.run(ctx, call{
		program: "ffmpeg", dir: dir, args: filmArgs(f),
		progress: func(done time.Duration) {
			// The last percent is reported when the video is stored.
			if percent := min(int(100*done/f.Length), 99); percent > last {
				last = percent
				report(percent)
			}
		},
	})
	if err != nil {
		return Video{}, err
	}
	if err := t.check(ctx, dir, f); err != nil {
		return Video{}, err
	}
	poster := []string{"-nostdin", "-v", "error", "-ss", seconds(min(f.Length/2, time.Second)), "-i", "film.mp4",
		"-frames:v", "1", "-c:v", "libwebp", "-quality", "80", "poster.webp"}
	if _, err := t.run(ctx, call{program: "ffmpeg", dir: dir, args: poster}); err != nil {
		return Video{}, err
	}
	mp4, err := os.ReadFile(filepath.Join(dir, "film.mp4"))
	if err != nil {
		return Video{}, err
	}
	webp, err := os.ReadFile(filepath.Join(dir, "poster.webp"))
	return Video{mp4, webp}, err
}

// mascotShare is the mascot's part of the width.
const mascotShare = 0.72

// lay writes the parts into the folder, under names that need no escaping.
func (t Tools) lay(ctx context.Context, dir string, f Film) error {
	side := strconv.Itoa(int(float64(f.Size.Width)*mascotShare) &^ 1)
	mascot, err := t.run(ctx, call{
		program: "rsvg-convert", dir: dir, stdin: []byte(f.Mascot), maxOut: 8 << 20,
		args: []string{"--format", "png", "--width", side, "--height", side},
	})
	if err != nil {
		return err
	}
	parts := map[string][]byte{"loop.mp4": f.Loop, "voice.mp3": f.Sound, "mascot.png": mascot,
		"captions.ass": []byte(f.Captions)}
	for name, font := range f.Fonts {
		parts["fonts/"+name] = font
	}
	err = os.Mkdir(filepath.Join(dir, "fonts"), 0o700)
	for name, b := range parts {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), b, 0o600))
	}
	return err
}

// filmArgs puts the mascot, which bobs, over the loop, and the captions over both. The loop and the
// mascot are endless: -t ends them.
func filmArgs(f Film) []string {
	scale := ""
	if f.Size != LoopSize {
		scale = fmt.Sprintf("scale=%d:%d,", f.Size.Width, f.Size.Height)
	}
	unit := float64(f.Size.Height) / float64(LoopSize.Height)
	graph := fmt.Sprintf("[0:v:0]fps=30,%sformat=yuv420p[behind];[1:v:0]format=yuva420p,loop=loop=-1:size=1,fps=30[mascot];", scale) +
		fmt.Sprintf("[behind][mascot]overlay=x='(W-w)/2+%.1f*sin(2*PI*t*0.35)':y='H-h+%.1f+%.1f*sin(2*PI*t*1.4)':eval=frame:format=yuv420,", 14*unit, 6*unit, 12*unit) +
		"ass=captions.ass:fontsdir=fonts[v]"
	return slices.Concat([]string{
		"-nostdin", "-hide_banner", "-v", "error", "-y", "-progress", "pipe:3", "-stats_period", "0.5",
		"-filter_threads", filmThreads, "-filter_complex_threads", filmThreads,
		"-protocol_whitelist", "file,pipe", "-stream_loop", "-1", "-threads", "1", "-f", "mp4", "-i", "loop.mp4",
		"-protocol_whitelist", "file,pipe", "-f", "png_pipe", "-framerate", "30", "-i", "mascot.png",
		"-protocol_whitelist", "file,pipe", "-f", "mp3", "-i", "voice.mp3",
		"-filter_complex", graph, "-map", "[v]", "-map", "2:a:0", "-t", seconds(f.Length), "-map_metadata", "-1",
	}, tagArgs(f.Tags), []string{
		"-c:v", "libx264", "-preset", "veryfast", "-crf", "27", "-profile:v", "high", "-pix_fmt", "yuv420p", "-g", "60",
		"-threads", filmThreads,
		"-c:a", "aac", "-b:a", "96k", "-ar", "48000", "-ac", "1", "-movflags", "+faststart", "-f", "mp4", "film.mp4",
	})
}

// tolerance is how much longer or shorter than its sound a video may be.
const tolerance = 50 * time.Millisecond

// check verifies that the video has the requested form, before it is stored.
func (t Tools) check(ctx context.Context, dir string, f Film) error {
	clip, err := t.probe(ctx, dir, "film.mp4")
	if err == nil && (clip.Video != "h264" || clip.Audio != "aac" || clip.Size != f.Size ||
		(clip.Length-f.Length).Abs() > tolerance) {
		err = fmt.Errorf("the video is %+v", clip)
	}
	return err
}

// Clip is ffprobe's description of a file.
type Clip struct {
	Video, Audio string // codecs; empty if there is none
	Size         Size
	Length       time.Duration
}

// probe inspects an mp4 of the folder.
func (t Tools) probe(ctx context.Context, dir, name string) (c Clip, err error) {
	out, err := t.run(ctx, call{
		program: "ffprobe", dir: dir, maxOut: 64 << 10,
		args: []string{"-v", "error", "-protocol_whitelist", "file", "-f", "mp4", "-show_entries",
			"stream=codec_type,codec_name,width,height:format=duration", "-of", "json", name},
	})
	if err != nil {
		return c, err
	}
	var said struct {
		Streams []struct {
			Kind   string `json:"codec_type"`
			Name   string `json:"codec_name"`
			Width  int    `json:"width"`
			Height int    `json:"height"`
		} `json:"streams"`
		Format struct {
			Duration string `json:"duration"`
		} `json:"format"`
	}
	if err := json.Unmarshal(out, &said); err != nil {
		return c, fmt.Errorf("read ffprobe: %w", err)
	}
	for _, s := range said.Streams {
		switch s.Kind {
		case "video":
			c.Video, c.Size = s.Name, Size{s.Width, s.Height}
		case "audio":
			c.Audio = s.Name
		}
	}
	length, _ := strconv.ParseFloat(said.Format.Duration, 64) // a file without a duration has length zero
	c.Length = time.Duration(length * float64(time.Second))
	return c, nil
}
