// Package video keeps spoken texts and makes short videos of them: the other half of media. This is how it is put together; what it does is
// in package videos.
package video

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"

	"mcwick.example/platform/events"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/objects/hidden"
	"mcwick.example/services/media/internal/objects/sweep"
	"mcwick.example/services/media/internal/video/ffmpeg"
	"mcwick.example/services/media/internal/video/postgres"
	"mcwick.example/services/media/internal/video/transport"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/wordfilter"
)

// Dependencies is what videos share with the rest of the service.
type Dependencies struct {
	Log     *slog.Logger
	Pool    *pgxpool.Pool
	Relay   *events.Relay
	Bucket  *objects.Bucket
	Deleter *deletion.Deleter
	Words   *wordfilter.Checker // judges what is said in what is to be shared
	Chain   rpc.Chain           // of every call
	Now     func() time.Time
}

const (
	waiting             = 2048             // calls that only wait, at a time
	retentionInterval   = 10 * time.Minute // how often what is too old is forgotten
	folderSweepInterval = time.Minute      // how often a process looks for folders of programs that died: its temporary files are its own
)

// Video is this half of the service.
type Video struct {
	config       Config
	dependencies Dependencies
	store        *postgres.Store
	queue        *jobs.Queue
	hidden       *hidden.Set
	speech       *videos.SpeechService
	templates    *videos.Templates
	videos       *videos.Videos
}

// New puts videos together.
func New(c Config, d Dependencies) (*Video, error) {
	if err := ffmpeg.Check(); err != nil {
		return nil, err
	}
	store, queue, tools := postgres.NewStore(d.Pool, d.Relay), jobs.NewQueue(d.Pool, videos.VideoEstimate), ffmpeg.New(d.Log)
	set := hidden.New(d.Deleter.Withdrawn, hidden.ByName)
	return &Video{
		config: c, dependencies: d, store: store, queue: queue, hidden: set,
		speech:    videos.NewSpeechService(store, d.Bucket, tools, d.Now),
		templates: videos.NewTemplates(store, d.Bucket, tools, d.Now),
		videos:    videos.NewVideos(store, d.Deleter, set, queue, d.Words, d.Now),
	}, nil
}

// Register answers the calls of visitors and of other services.
func (v *Video) Register(r grpc.ServiceRegistrar) {
	mediav1.RegisterVideoServiceServer(r, transport.NewServer(v.speech, v.videos, v.dependencies.Chain, rpc.ServerChain(v.dependencies.Log, waiting)))
}

// RegisterOperators serves the operators' calls.
func (v *Video) RegisterOperators(r grpc.ServiceRegistrar) {
	mediav1.RegisterVideoOperatorServiceServer(r, transport.NewOperatorServer(v.templates, v.videos, v.dependencies.Chain))
}

// Mount serves speech and videos.
func (v *Video) Mount(mux *http.ServeMux) {
	transport.Mount(mux, v.dependencies.Log, v.dependencies.Bucket, v.hidden)
}

// Parts are what goes on beside the calls, in the order in which it is started; the making of videos is among it.
func (v *Video) Parts() []lifecycle.Part {
	log := v.dependencies.Log
	owner := sweep.Owner{Name: "sweep of videos", Prefixes: videos.Prefixes, Existing: v.store.Kept}
	sweeper := sweep.New(owner, sweep.NewCursors(v.dependencies.Pool), v.dependencies.Bucket, v.dependencies.Now)
	retention := videos.Retention(postgres.NewRetention(v.dependencies.Pool), v.dependencies.Now)
	return append([]lifecycle.Part{
		lifecycle.Every(log, "hidden videos", hidden.Interval, v.hidden.Refresh),
		lifecycle.Every(log, "sweep of videos", sweep.Interval, sweeper.Pass),
		lifecycle.Every(log, "retention of videos", retentionInterval, retention),
		lifecycle.Loop("house templates", v.templates.SeedTemplates(log)),
	}, v.Workers()...)
}

// Workers are the parts that make videos, and all that a process needs that does nothing else.
func (v *Video) Workers() []lifecycle.Part {
	worker := videos.NewVideoWorker(v.store, v.dependencies.Bucket, ffmpeg.New(v.dependencies.Log), v.config.Size, v.dependencies.Now)
	workers := jobs.NewWorkers(v.dependencies.Log, v.queue, v.config.Workers, videos.KindVideo.Work(videos.VideoDeadline, worker.MakeVideo))
	return []lifecycle.Part{
		workers.Part(),
		lifecycle.Every(v.dependencies.Log, "queue forecast", time.Second, v.queue.UpdateEstimates),
		lifecycle.Every(v.dependencies.Log, "abandoned folders", folderSweepInterval, func(context.Context) error { return ffmpeg.Sweep(time.Now()) }),
	}
}
