package ffmpeg

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// The limits of a loop, the background of videos.
const (
	MaxLoopBytes = 10 << 20
	minLoop      = 3 * time.Second
	maxLoop      = 60 * time.Second
)

// LoopSize is every loop's size, so that no video has to scale one.
var LoopSize = Size{720, 1280}

// ErrLoop means that a clip cannot be a background.
var ErrLoop = errors.New("not an H.264 mp4 of 720x1280 without sound, 3 to 60 seconds long")

// CheckLoop checks a clip and decodes it once; it returns ErrLoop for an unsuitable one.
func (t Tools) CheckLoop(ctx context.Context, mp4 []byte) error {
	ctx, cancel := context.WithTimeout(ctx, soundTime)
	defer cancel()
	dir, err := Folder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "loop.mp4"), mp4, 0o600); err != nil {
		return err
	}
	clip, err := t.probe(ctx, dir, "loop.mp4")
	if err == nil && (clip.Video != "h264" || clip.Audio != "" || clip.Size != LoopSize || clip.Length < minLoop ||
		clip.Length > maxLoop) {
		return ErrLoop
	}
	if err == nil {
		_, err = t.run(ctx, call{program: "ffmpeg", dir: dir, args: []string{
			"-nostdin", "-v", "error", "-xerror", "-protocol_whitelist", "file", "-f", "mp4", "-threads", "1", "-i",
			"loop.mp4", "-map", "0:v:0", "-f", "null", "-",
		}})
	}
	if refused(err) {
		err = errors.Join(ErrLoop, err)
	}
	return err
}
