package main

import (
	"context"
	"errors"
	"time"

	"mcwick.example/platform/events"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/service"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/ffmpeg"
	"mcwick.example/services/media/internal/media"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/postgres"
)

// videoConfig is how videos are made.
type videoConfig struct {
	Workers int         `env:"VIDEO_WORKERS" envDefault:"1"` // videos at a time in this process, each on two cores; 0 leaves them to others
	Size    ffmpeg.Size `env:"VIDEO_SIZE" envDefault:"720x1280"`
}

// Validate tells what is wrong with the configuration.
func (c videoConfig) Validate() (err error) {
	if c.Workers < 0 || c.Workers > 16 {
		err = errors.New("VIDEO_WORKERS must be 0 to 16")
	}
	if c.Size.Width < 180 || c.Size.Width > 1080 || c.Size.Width%4 != 0 || c.Size.Width*16 != c.Size.Height*9 {
		err = errors.Join(err, errors.New("VIDEO_SIZE must be 9:16, 180x320 to 1080x1920, such as 720x1280"))
	}
	return err
}

// work makes videos and answers no calls.
func work(ctx context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	if c.Video.Workers == 0 {
		return nil, errors.New("VIDEO_WORKERS is 0: then there is no work")
	}
	bucket, err := objects.Open(ctx, c.BlobURL)
	if err != nil {
		return nil, err
	}
	if err := ffmpeg.Check(); err != nil {
		return nil, err
	}
	store := postgres.NewStore(s.Pool, newRelay(s, c))
	parts := []lifecycle.Part{lifecycle.Closing("bucket", bucket)}
	return append(parts, filming(s, c, jobs.NewQueue(s.Pool, media.VideoGuess), store, bucket)...), nil
}

func newRelay(s *service.Service, c configuration) *events.Relay {
	return events.NewRelay(s.Log, s.Pool, c.Events, "media", mediav1.TopicArtwork, mediav1.TopicVideo)
}

// foldersEvery is how often a process looks for folders of programs that died. Its temporary files are its own, so each looks.
const foldersEvery = time.Minute

// filming is the parts that make videos.
func filming(s *service.Service, c configuration, queue *jobs.Queue, store *postgres.Store, bucket *objects.Bucket) []lifecycle.Part {
	filmmaker := media.NewFilmmaker(store, bucket, ffmpeg.New(s.Log), c.Video.Size, time.Now)
	workers := jobs.NewWorkers(s.Log, queue, c.Video.Workers, map[string]jobs.Kind{
		media.KindVideo: {Handle: filmmaker.Film, Deadline: media.VideoDeadline},
	})
	return []lifecycle.Part{
		workers.Part(),
		lifecycle.Every(s.Log, "queue forecast", time.Second, queue.Forecast),
		lifecycle.Every(s.Log, "abandoned folders", foldersEvery, func(context.Context) error { return ffmpeg.Sweep(time.Now()) }),
	}
}
