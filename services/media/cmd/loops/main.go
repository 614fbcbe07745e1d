// Command loops draws the backgrounds of videos: a run on a track of three lanes and a flight over
// a world of blocks. Both loop seamlessly. The files are part of the media service:
//
// go run ./services/media/cmd/loops -out services/media/internal/video/loops
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// The shape of every loop.
const (
	width, height = 720, 1280
	rate          = 30 // frames a second
	length        = 10 // seconds
)

// scene draws the frame at a share of the loop from 0 to 1; at 1 it would equal that at 0.
type scene func(c *canvas, at float64)

func main() {
	out := flag.String("out", "services/media/internal/video/loops", "folder of the loops")
	only := flag.Int("frame", -1, "draw this frame alone, as raw RGB on the standard output")
	name := flag.String("name", "", "this loop alone: subway or minecraft")
	flag.Parse()
	for id, draw := range map[string]scene{"subway": track(), "minecraft": blocks()} {
		if *name != "" && *name != id {
			continue
		}
		if err := film(filepath.Join(*out, id+".mp4"), draw, *only); err != nil {
			fmt.Fprintln(os.Stderr, "loops:", err)
			os.Exit(1)
		}
	}
}

// film draws every frame and has ffmpeg encode them, or draws just one.
func film(path string, draw scene, only int) error {
	c := newCanvas()
	if only >= 0 {
		draw(c, float64(only)/(rate*length))
		_, err := os.Stdout.Write(c.picture())
		return err
	}
	cmd := exec.Command("ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
		fmt.Sprintf("%dx%d", width, height),
		"-r", strconv.Itoa(rate), "-i", "pipe:0", "-c:v", "libx264", "-preset", "veryslow", "-crf", "27", "-profile:v",
		"high", "-pix_fmt", "yuv420p",
		"-threads", "1", "-fflags", "+bitexact", "-flags", "+bitexact", "-movflags", "+faststart", path)
	cmd.Stderr = os.Stderr
	frames, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = write(frames, c, draw)
	if ended := cmd.Wait(); err == nil {
		err = ended
	}
	return err
}

func write(to io.WriteCloser, c *canvas, draw scene) error {
	for i := range rate * length {
		draw(c, float64(i)/(rate*length))
		if _, err := to.Write(c.picture()); err != nil {
			return err
		}
	}
	return to.Close()
}
