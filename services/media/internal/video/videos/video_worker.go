package videos

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"mcwick.example/mascot"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/retry"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/video/ffmpeg"
	"mcwick.example/services/media/internal/video/film"
	"mcwick.example/services/media/internal/video/speech"
)

// VideoDeadline is the time of one video, from the moment a worker claims it.
const VideoDeadline = 300 * time.Second

// UsualSize is the size of most video jobs, and UsualEstimate how long one of that size is thought to
// take before one was measured: two cores need half of a video's length, and most scripts take some
// 45 s to speak.
const (
	UsualSize     = fixedSize + 45
	UsualEstimate = UsualSize * time.Second / 2
)

// sizeOf returns the size of the job of a video of that length. A part of each job takes the same time
// however long the video is.
func sizeOf(length time.Duration) float64 {
	return fixedSize + length.Seconds()
}

const fixedSize = 3 // seconds

// VideoResult is the result of a succeeded video job.
type VideoResult struct {
	ObjectName   string        `json:"objectName"`
	CaptionsName string        `json:"captionsName"` // read by the last release only
	PosterName   string        `json:"posterName"`
	Source       origin.Source `json:"source,omitempty"` // who made it, as Video.MadeBy says
}

// VideoWorker runs the video jobs.
type VideoWorker struct {
	store   VideoStore
	objects Objects
	tools   ffmpeg.Tools
	size    ffmpeg.Size
	now     func() time.Time
}

// NewVideoWorker returns a worker of video jobs; size is that of every video.
func NewVideoWorker(
	store VideoStore, objects Objects, tools ffmpeg.Tools, size ffmpeg.Size, now func() time.Time,
) *VideoWorker {
	return &VideoWorker{store, objects, tools, size, now}
}

// MakeVideo runs a job of KindVideo. A worker that takes over a dead worker's job uses the video
// that was stored, or makes it again: a video costs no money, and its objects have the job's id.
func (f *VideoWorker) MakeVideo(ctx context.Context, job jobs.Job, order VideoInput) (VideoResult, error) {
	id, err := uuid.Parse(job.ID)
	if err != nil {
		return VideoResult{}, err
	}
	v, err := retry.Do(ctx, whileUnavailable,
		func(ctx context.Context) (Video, error) { return f.store.Video(ctx, id) })
	if errors.Is(err, ErrVideoNotFound) {
		v, err = f.make(ctx, id, job, order)
	}
	if errors.Is(err, ErrNoTemplate) {
		return VideoResult{}, err
	}
	if err != nil {
		return VideoResult{}, ErrVideoFailed.WithCause(err)
	}
	return VideoResult{ObjectName: v.ObjectName(), CaptionsName: v.CaptionsName(), PosterName: v.PosterName(),
		Source: v.MadeBy()}, nil
}

// make stores the video before its row: a crash between the two leaves bytes without a row, never a
// row without bytes.
func (f *VideoWorker) make(ctx context.Context, id uuid.UUID, job jobs.Job, order VideoInput) (Video, error) {
	s, err := retry.Do(ctx, whileUnavailable,
		func(ctx context.Context) (Speech, error) { return f.store.Speech(ctx, order.Speech) })
	if err != nil {
		return Video{}, err
	}
	sound, err := f.get(ctx, s.ObjectName())
	if err != nil {
		return Video{}, err
	}
	template, err := retry.Do(ctx, whileUnavailable, func(ctx context.Context) (Template, error) {
		return f.store.Template(ctx, order.Category, order.Speech)
	})
	if err != nil {
		return Video{}, err
	}
	loop, err := f.get(ctx, template.ObjectName)
	if err != nil {
		return Video{}, err
	}
	created := f.now()
	mark := s.markOfVideo(created)
	made, err := f.tools.Make(ctx, ffmpeg.Film{
		Size: f.size, Loop: loop, Sound: sound, Mascot: mascot.Teller(order.PFP), Captions: film.Captions(s.Words),
		Fonts: film.Fonts(), Length: s.Duration, Tags: mark.Tags(),
	}, job.ReportProgress)
	if err != nil {
		return Video{}, err
	}
	mp4, err := mark.MP4(made.MP4)
	if err != nil {
		return Video{}, err
	}
	poster, err := mark.WebP(made.Poster)
	if err != nil {
		return Video{}, err
	}
	v := Video{
		ID: id, Visitor: job.Visitor, Sound: s.Sound, Category: order.Category, PFP: order.PFP, Description: s.Text,
		Duration: s.Duration, Created: created, Source: s.Source, ScriptSource: s.ScriptSource,
	}
	if err := f.put(ctx, v.ObjectName(), "video/mp4", mp4); err != nil {
		return Video{}, err
	}
	if err := f.put(ctx, v.PosterName(), "image/webp", poster); err != nil {
		return Video{}, err
	}
	if err := f.put(ctx, v.CaptionsName(), "text/vtt", speech.WebVTT(s.Words)); err != nil {
		return Video{}, err
	}
	if err := retry.Call(ctx, whileUnavailable,
		func(ctx context.Context) error { return f.store.AddVideo(ctx, v) }); err != nil {
		return Video{}, err
	}
	job.ReportProgress(100)
	return v, nil
}

func (f *VideoWorker) get(ctx context.Context, name string) ([]byte, error) {
	return retry.Do(ctx, whileUnavailable,
		func(ctx context.Context) ([]byte, error) { return f.objects.Get(ctx, name) })
}

func (f *VideoWorker) put(ctx context.Context, name, contentType string, p []byte) error {
	return retry.Call(ctx, whileUnavailable,
		func(ctx context.Context) error { return f.objects.Put(ctx, name, contentType, p) })
}
