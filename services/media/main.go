// Command media is the media service: artwork, its bytes, and publishing.
//
//	media serve | work | migrate | check-config
package main

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"

	"mcwick.example/platform/events"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service"
	"mcwick.example/services/identity/api/devicelink"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/ffmpeg"
	"mcwick.example/services/media/internal/media"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/postgres"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/render"
	"mcwick.example/services/media/internal/transport"
	"mcwick.example/services/moderation/api/textcheck"
)

type configuration struct {
	service.Config
	HTTPAddr   string `env:"HTTP_ADDR" envDefault:":8080"` // the bytes, for the gateway
	BlobURL    string `env:"BLOB_URL,required"`
	EmojiFont  string `env:"EMOJI_FONT" envDefault:"/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"` // a font of PNG pictures
	Events     events.Config
	Moderation textcheck.Config
	Media      media.Config
	Video      videoConfig
}

// Validate tells what is wrong with the configuration.
func (c *configuration) Validate() error { return errors.Join(c.Media.Validate(), c.Video.Validate()) }

// owners is what media hears of others.
var owners = devicelink.Subscribe("media", postgres.Owners{}.Link)

// spec is this service.
var spec = service.Spec[configuration]{Name: "media", Schema: migrations.Schema, Serve: serve, Work: work}

func main() { service.Main(spec) }

// concurrency bounds each call, and waiting those that only wait; painting has a bound of its own.
const (
	concurrency = 64
	waiting     = 2048
)

// sweepEvery is how often what is too old is forgotten.
const sweepEvery = 10 * time.Minute

func serve(ctx context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	bucket, err := objects.Open(ctx, c.BlobURL)
	if err != nil {
		return nil, err
	}
	relay := newRelay(s, c)
	store := postgres.NewStore(s.Pool, relay)
	accounts, err := events.NewConsumer(s.Log, s.Pool, c.Events, owners)
	if err != nil {
		return nil, err
	}
	if err := ffmpeg.Check(); err != nil {
		return nil, err
	}
	renderer, err := render.New(c.EmojiFont)
	if err != nil {
		s.Log.WarnContext(ctx, "no emoji in texts: install fonts-noto-color-emoji", "error", err)
	}
	if err := store.MeasureDeletions(); err != nil {
		return nil, err
	}
	hidden := media.NewHidden(store)
	words, moderation, err := textcheck.Open(c.Moderation)
	if err != nil {
		return nil, err
	}
	useCases := media.NewService(c.Media, store, bucket, renderer, hidden, words, time.Now)
	sweeper := media.NewSweeper(store, bucket, time.Now)
	server := rpc.NewServer(s.Log, c.GRPCAddr)
	chain := rpc.ServerChain(s.Log, concurrency)
	mediav1.RegisterMediaServiceServer(server, transport.NewServer(useCases, chain))
	queue, tools := jobs.NewQueue(s.Pool, media.VideoGuess), ffmpeg.New(s.Log)
	deleter := media.NewDeleter(store, bucket)
	videos := media.NewVideos(store, deleter, hidden, queue, words, time.Now)
	mediav1.RegisterVideoServiceServer(server, transport.NewVideoServer(
		media.NewVoices(store, bucket, tools, time.Now), videos, chain, rpc.ServerChain(s.Log, waiting)))
	templates := media.NewTemplates(store, bucket, tools, time.Now)
	operators, err := operator.Part(s.Log, c.Operators, operator.Common(s.Pool, chain, accounts), func(r grpc.ServiceRegistrar) {
		mediav1.RegisterMediaOperatorServiceServer(r, transport.NewOperatorServer(useCases, chain))
		mediav1.RegisterVideoOperatorServiceServer(r, transport.NewVideoOperatorServer(templates, videos, chain))
	})
	if err != nil {
		return nil, err
	}

	return append([]lifecycle.Part{
		lifecycle.Closing("bucket", bucket),
		moderation,
		lifecycle.Loop("outbox relay", relay.Run),
		lifecycle.Loop("identity events", accounts.Run),
		lifecycle.Every(s.Log, "forgetting of events", events.ForgetEvery, events.Forget(s.Pool)),
		lifecycle.HTTP("bytes", c.HTTPAddr, transport.Bytes(s.Log, bucket, hidden, store, renderer)),
		lifecycle.Every(s.Log, "hidden pictures", media.HiddenEvery, hidden.Refresh),
		lifecycle.Every(s.Log, "deletion of objects", media.DeleteEvery, deleter.Pass),
		lifecycle.Every(s.Log, "sweep of objects", media.SweepEvery, sweeper.Pass),
		lifecycle.Every(s.Log, "retention", sweepEvery, media.Retention(postgres.NewRetention(s.Pool), time.Now)),
		lifecycle.Loop("house templates", templates.Furnished(s.Log)),
		{Name: "publications", Stop: useCases.Stop},
	}, append(filming(s, c, queue, store, bucket), operators, server.Part())...), nil
}
