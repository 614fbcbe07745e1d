package ffmpeg

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// The bounds of a loop: what stands behind videos.
const (
	MaxLoopBytes = 10 << 20
	minLoop      = 3 * time.Second
	maxLoop      = 60 * time.Second
)

// LoopSize is every loop's size, so that no video has to scale one.
var LoopSize = Size{720, 1280}

// ErrLoop says that a clip cannot stand behind videos.
var ErrLoop = errors.New("not an H.264 mp4 of 720x1280 without sound, 3 to 60 seconds long")

// CheckLoop looks at a clip and decodes it once: ErrLoop is what it is not.
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
	if err == nil && (clip.Video != "h264" || clip.Audio != "" || clip.Size != LoopSize || clip.Length < minLoop || clip.Length > maxLoop) {
		return ErrLoop
	}
	if err == nil {
		_, err = t.run(ctx, call{program: "ffmpeg", dir: dir, args: []string{
			"-nostdin", "-v", "error", "-xerror", "-protocol_whitelist", "file", "-f", "mp4", "-threads", "1", "-i", "loop.mp4", "-map", "0:v:0", "-f", "null", "-",
		}})
	}
	if refused(err) {
		err = errors.Join(ErrLoop, err)
	}
	return err
}
