package video

import (
	"errors"

	"mcwick.example/services/media/internal/video/ffmpeg"
)

// Config is the configuration of video making.
type Config struct {
	// concurrent videos in this process, each on two cores; 0 leaves them to other processes
	Workers int         `env:"VIDEO_WORKERS" envDefault:"1"`
	Size    ffmpeg.Size `env:"VIDEO_SIZE" envDefault:"720x1280"`
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() (err error) {
	if c.Workers < 0 || c.Workers > 16 {
		err = errors.New("VIDEO_WORKERS must be 0 to 16")
	}
	if c.Size.Width < 180 || c.Size.Width > 1080 || c.Size.Width%4 != 0 || c.Size.Width*16 != c.Size.Height*9 {
		err = errors.Join(err, errors.New("VIDEO_SIZE must be 9:16, 180x320 to 1080x1920, such as 720x1280"))
	}
	return err
}
