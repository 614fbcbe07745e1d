// Command generation is the generation service: jobs for AI providers, and their budget. It is the
// only program that holds the keys of paid AI providers.
//
// generation serve | work | migrate | check-config | providers
package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"

	"mcwick.example/mascot/composer"
	"mcwick.example/platform/aiprovider/catalog"
	"mcwick.example/platform/config"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/operator"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/artwork"
	"mcwick.example/services/generation/internal/forward"
	"mcwick.example/services/generation/internal/generation"
	"mcwick.example/services/generation/internal/postgres"
	"mcwick.example/services/generation/internal/postgres/migrations"
	"mcwick.example/services/generation/internal/provider"
	"mcwick.example/services/generation/internal/transport"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/moderation/api/textcheck"
	"mcwick.example/services/moderation/api/wordfilter"
)

type configuration struct {
	service.Config
	MediaAddr string `env:"MEDIA_ADDR,required"`
	// Moderation judges texts before they are spoken. Callers of the last release, which call this
	// service to check texts, are forwarded to it; without it they get an unavailable error.
	Moderation textcheck.Config
	// concurrent jobs in this process; 0 leaves them to other processes
	Workers int `env:"WORKERS" envDefault:"4"`
	// Budget is the limit of a day's spending, in micro-dollars; 25 $ by default.
	Budget int64 `env:"AI_BUDGET_MICRO_USD" envDefault:"25000000"`
	// BudgetByHour releases a 24th of the budget each hour, and what was left over; otherwise the day
	// begins with all of it.
	BudgetByHour bool `env:"AI_BUDGET_BY_HOUR" envDefault:"true"`
	// BudgetDayBegins is how long after midnight UTC a day's budget begins.
	BudgetDayBegins time.Duration `env:"AI_BUDGET_DAY_BEGINS" envDefault:"0s"`
	// ImageDeadline is a picture job's time, from the moment a worker claims it.
	ImageDeadline time.Duration `env:"IMAGE_JOB_DEADLINE" envDefault:"120s"`
	// ScriptDeadline and SpeechDeadline are the same for scripts and speech.
	ScriptDeadline time.Duration `env:"SCRIPT_JOB_DEADLINE" envDefault:"100s"`
	SpeechDeadline time.Duration `env:"SPEECH_JOB_DEADLINE" envDefault:"100s"`
	Providers
}

// Providers is the part of the configuration about models; the sub-command providers shows it
// without the rest.
type Providers = provider.Config

// Validate reports what is wrong with the configuration.
func (c *configuration) Validate() error {
	err := errors.Join(c.Config.Validate(), c.Providers.Validate())
	if c.Workers < 0 {
		err = errors.Join(err, errors.New("WORKERS must not be negative"))
	}
	if c.Budget < 0 {
		err = errors.Join(err, errors.New("AI_BUDGET_MICRO_USD must not be negative"))
	}
	if c.BudgetDayBegins < 0 || c.BudgetDayBegins >= 24*time.Hour {
		err = errors.Join(err, errors.New("AI_BUDGET_DAY_BEGINS must be from 0 to less than 24h"))
	}
	for name, deadline := range map[string]time.Duration{
		"IMAGE_JOB_DEADLINE": c.ImageDeadline, "SCRIPT_JOB_DEADLINE": c.ScriptDeadline,
		"SPEECH_JOB_DEADLINE": c.SpeechDeadline,
	} {
		if deadline <= 0 || deadline > generation.MaxDeadline {
			err = errors.Join(err, fmt.Errorf("%s must be above 0 and at most %v", name, generation.MaxDeadline))
		}
	}
	return err
}

// spec describes this service.
var spec = service.Spec[configuration]{
	Name: "generation", Schema: migrations.Schema, Serve: serve, Work: runWorkers,
	Commands: map[string]func(context.Context) error{"providers": config.Check[Providers]},
}

func main() { service.Main(spec) }

// concurrency limits each call.
const concurrency = 2048

// sweepInterval is how often expired data is deleted.
const sweepInterval = 10 * time.Minute

// openComposer returns the composer, or none when it is switched off.
func openComposer(on bool) (generation.Composer, error) {
	if !on {
		return nil, nil
	}
	return composer.New()
}

func serve(ctx context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	return makeParts(ctx, s, c, true)
}

func runWorkers(ctx context.Context, s *service.Service, c configuration) ([]lifecycle.Part, error) {
	if c.Workers == 0 {
		return nil, errors.New("WORKERS is 0: then there is no work")
	}
	return makeParts(ctx, s, c, false)
}

// makeParts returns the parts that run the jobs and, with answer, those that serve calls.
func makeParts(ctx context.Context, s *service.Service, c configuration, answer bool) ([]lifecycle.Part, error) {
	media, err := rpc.Dial(c.MediaAddr, mediav1.File_media_v1_media_proto, mediav1.File_media_v1_video_proto)
	if err != nil {
		return nil, err
	}
	ai, err := provider.Open(c.Providers)
	if err != nil {
		return nil, err
	}
	for _, missing := range ai.Missing {
		s.Log.WarnContext(ctx, missing)
	}
	drawing, err := openComposer(c.Composer)
	if err != nil {
		return nil, err
	}
	queue := postgres.NewQueue(s.Pool,
		postgres.BudgetPlan{MicroUSD: c.Budget, ByHour: c.BudgetByHour, DayBegins: c.BudgetDayBegins})
	sunsets := catalog.NewSunsets(s.Log, ai.Catalog)
	queue.Measure()
	sunsets.RegisterMetrics()
	models, ledger, earlier := ai.Models(), postgres.NewLedger(s.Pool), postgres.NewSpoken(s.Pool)
	artist := generation.NewPictureWorker(ledger, artwork.NewStore(mediav1.NewMediaServiceClient(media)),
		models.Picture, drawing)
	writer := generation.NewScriptWorker(ledger, models.Script)
	speaker := generation.NewSpeechWorker(ledger, artwork.NewSpeeches(mediav1.NewVideoServiceClient(media)),
		queue, earlier, models.Speech)
	workers := jobs.NewWorkers(s.Log, queue.Queue, c.Workers,
		generation.KindMeme.Work(c.ImageDeadline, artist.DrawMeme),
		generation.KindPFP.Work(c.ImageDeadline, artist.DrawPFP),
		generation.KindScript.Work(c.ScriptDeadline, writer.Write),
		generation.KindSpeech.Work(c.SpeechDeadline, speaker.Speak),
	)
	parts := []lifecycle.Part{
		lifecycle.CloserPart("media connection", media),
		workers.Part(),
		lifecycle.Every(s.Log, "queue forecast", time.Second, queue.UpdateEstimates),
		lifecycle.Every(s.Log, "budget", time.Second, queue.Settle),
		lifecycle.Every(s.Log, "retention", sweepInterval, postgres.NewRetention(queue).Sweep),
		sunsets.Part(),
	}
	if answer {
		prompts := wordfilter.NewChecker(nil) // the provider checks prompts itself when it draws
		spoken, judge, err := textcheck.Open(c.Moderation)
		if err != nil {
			return nil, err
		}
		checkTexts, forwarded, err := forward.Open(c.Moderation.Addr)
		if err != nil {
			return nil, err
		}
		useCases := generation.NewService(queue, generation.Checkers{Prompts: prompts, Spoken: spoken}, models,
			drawing)
		server := rpc.NewServer(s.Log, c.GRPCAddr)
		chain := rpc.ServerChain(s.Log, concurrency)
		generationv1.RegisterGenerationServiceServer(server, transport.NewServer(useCases, chain))
		generationv1.RegisterModerationServiceServer(server, transport.NewModerationServer(checkTexts, chain)) //nolint:staticcheck // deprecated for its callers
		operators, err := operator.Part(s.Log, c.Operators, operator.Common(s.Pool, chain),
			func(r grpc.ServiceRegistrar) {
				configured := transport.Configured{Budget: c.Budget, Picture: models.PicturePrice()}
				generationv1.RegisterGenerationOperatorServiceServer(r,
					transport.NewOperatorServer(generation.NewOperators(queue), configured, chain))
			})
		if err != nil {
			return nil, err
		}
		parts = append(parts, judge, forwarded, operators, server.Part())
	}
	return parts, nil
}
