// Package video stores speech and makes short videos of it: the other half of media. This package
// wires it; package videos has the rules.
package video

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"google.golang.org/grpc"

	"mcwick.example/platform/events"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/retry"
	"mcwick.example/platform/rpc"
	"mcwick.example/services/identity/api/devicelink"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/halves"
	"mcwick.example/services/media/internal/objects/hidden"
	"mcwick.example/services/media/internal/objects/sweep"
	"mcwick.example/services/media/internal/video/ffmpeg"
	"mcwick.example/services/media/internal/video/postgres"
	"mcwick.example/services/media/internal/video/transport"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/decisions"
)

// Link assigns to an account the videos that a device shared.
var Link devicelink.Link = postgres.Link

const (
	reads             = 2048             // concurrent reads of videos, beside those that wait
	retentionInterval = 10 * time.Minute // how often old data is deleted
	// how often a process removes folders of programs that died: its temporary files are its own
	folderSweepInterval = time.Minute
)

// Video is this half of the service.
type Video struct {
	Decisions    *events.Consumer // of the moderation service
	config       Config
	dependencies halves.Dependencies
	store        *postgres.Store
	queue        *jobs.Queue
	hidden       *hidden.Set
	speech       *videos.SpeechService
	templates    *videos.Templates
	videos       *videos.Videos
	privacy      *videos.Privacy
}

// New wires videos.
func New(c Config, d halves.Dependencies) (*Video, error) {
	if err := ffmpeg.Check(); err != nil {
		return nil, err
	}
	store, tools := postgres.NewStore(d.Pool, d.Relay), ffmpeg.New(d.Log)
	queue := jobs.NewSizedQueue(d.Pool, videos.UsualEstimate, videos.UsualSize)
	set := hidden.New(hidden.Either(store.Hidden, d.Deleter.Withdrawn), videos.Subject)
	decided := events.NewConsumer(d.Log, d.Pool, d.Events, decisions.Subscribe("media", decisions.KindVideo,
		d.Relay, store.ApplyDecision, func(ctx context.Context) {
			if err := set.Refresh(ctx); err != nil { // the next one is soon
				d.Log.WarnContext(ctx, "hidden videos", "error", err)
			}
		}))
	return &Video{
		Decisions: decided, config: c, dependencies: d, store: store, queue: queue, hidden: set,
		speech:    videos.NewSpeechService(store, d.Bucket, tools, d.Now),
		templates: videos.NewTemplates(store, d.Bucket, tools, d.Now),
		privacy:   videos.NewPrivacy(store),
		videos:    videos.NewVideos(store, d.Bucket, d.Deleter, set, queue, d.Words, d.Cases, d.Now),
	}, nil
}

// Register registers the calls of visitors and of other services.
func (v *Video) Register(r grpc.ServiceRegistrar) {
	mediav1.RegisterVideoServiceServer(r,
		transport.NewServer(v.speech, v.videos, v.dependencies.Chain, rpc.ServerChain(v.dependencies.Log, reads)))
}

// RegisterOperators registers the operators' calls.
func (v *Video) RegisterOperators(r grpc.ServiceRegistrar) {
	mediav1.RegisterVideoOperatorServiceServer(r,
		transport.NewOperatorServer(v.templates, v.videos, v.dependencies.Chain))
}

// Mount serves speech and videos.
func (v *Video) Mount(mux *http.ServeMux) {
	transport.Mount(mux, v.dependencies.Log, v.dependencies.Bucket, v.hidden, v.privacy,
		v.dependencies.Purged)
}

// Parts returns the background parts, in the order in which they start; the video workers are among
// them.
func (v *Video) Parts() []lifecycle.Part {
	log := v.dependencies.Log
	owner := sweep.Owner{Name: "sweep of videos", Prefixes: videos.Prefixes, Existing: v.store.Kept}
	sweeper := sweep.New(owner, sweep.NewCursors(v.dependencies.Pool), v.dependencies.Bucket, v.dependencies.Now)
	retention := postgres.NewRetention(v.dependencies.Pool, v.dependencies.Relay)
	return append([]lifecycle.Part{
		lifecycle.Loop("decisions about videos", v.Decisions.Run),
		lifecycle.Every(log, "hidden videos", hidden.Interval, v.hidden.Refresh),
		lifecycle.Every(log, "sweep of videos", sweep.Interval, sweeper.Pass),
		lifecycle.Every(log, "retention of videos", retentionInterval,
			func(ctx context.Context) error { return retention.Expire(ctx, v.dependencies.Now()) }),
		once(log, "house templates", v.templates.SeedTemplates),
		once(log, "events of hidden videos", v.store.PublishHidden),
	}, v.Workers()...)
}

// once returns a part that does something as soon as the store and the bucket are available.
func once(log *slog.Logger, name string, do func(ctx context.Context) error) lifecycle.Part {
	return lifecycle.Loop(name, func(ctx context.Context) error {
		_ = retry.Call(ctx, retry.Policy{
			Backoff: time.Second, OnFailure: func(err error) { log.WarnContext(ctx, name, "error", err) },
		}, do)
		return nil // also when ctx has ended: another process does it
	})
}

// Workers returns the video workers, and all other parts that a worker process needs.
func (v *Video) Workers() []lifecycle.Part {
	worker := videos.NewVideoWorker(v.store, v.dependencies.Bucket, ffmpeg.New(v.dependencies.Log), v.config.Size,
		v.dependencies.Now)
	workers := jobs.NewWorkers(v.dependencies.Log, v.queue, v.config.Workers,
		videos.KindVideo.Work(videos.VideoDeadline, worker.MakeVideo))
	return []lifecycle.Part{
		workers.Part(),
		lifecycle.Every(v.dependencies.Log, "queue forecast", time.Second, v.queue.UpdateEstimates),
		lifecycle.Every(v.dependencies.Log, "abandoned folders", folderSweepInterval,
			func(context.Context) error { return ffmpeg.Sweep(time.Now()) }),
	}
}
