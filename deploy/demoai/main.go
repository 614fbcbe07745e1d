// Command demoai stands in for the AI provider when there is no key: it speaks the provider's HTTP
// API, draws the mascot, tells its stories and says them.
//
//	demoai serve | check-config
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"mcwick.example/deploy/demoai/internal/openai"
	"mcwick.example/deploy/demoai/internal/picture"
	"mcwick.example/deploy/demoai/internal/story"
	"mcwick.example/deploy/demoai/internal/voice"
	"mcwick.example/mascot/composer"
	"mcwick.example/platform/config"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/telemetry"
)

type settings struct {
	HTTPAddr string        `env:"HTTP_ADDR" envDefault:"127.0.0.1:28090"`
	OpsAddr  string        `env:"OPS_ADDR"` // empty: no operations port
	APIKey   config.Secret `env:"API_KEY"`
	Today    string        `env:"TODAY"` // by which models have ended; empty: the real date
	Faults   bool          `env:"FAULTS" envDefault:"true"`
	// FixedPicture is after which time every request gets the same picture; 0: each is drawn.
	FixedPicture time.Duration `env:"FIXED_PICTURE"`
	Drain        time.Duration `env:"DRAIN"` // see lifecycle.Drain
	Telemetry    telemetry.Config
}

// Validate wants a key: without one the check that ours is sent would prove nothing.
func (s *settings) Validate() (err error) {
	if s.APIKey == "" {
		err = errors.New("API_KEY is empty")
	}
	if _, wrong := time.Parse(time.DateOnly, s.Today); s.Today != "" && wrong != nil {
		err = errors.Join(err, fmt.Errorf("TODAY is no date such as 2027-02-01: %w", wrong))
	}
	if s.FixedPicture < 0 {
		err = errors.Join(err, errors.New("FIXED_PICTURE must not be negative"))
	}
	return errors.Join(err, s.Telemetry.Validate())
}

// today is the date that models are judged against.
func (s *settings) today() time.Time {
	if day, err := time.Parse(time.DateOnly, s.Today); err == nil {
		return day
	}
	return time.Now()
}

func main() {
	lifecycle.Main(map[string]func(context.Context) error{
		"serve":          serve,
		"check-config …": config.Check[settings],
	})
}

func serve(ctx context.Context) error {
	s, err := config.Load[settings]()
	if err != nil {
		return err
	}
	drawer, err := composer.New()
	if err != nil {
		return err
	}
	speaker, err := voice.NewSpeaker()
	if err != nil {
		return err
	}
	t, err := telemetry.Start(ctx, "demoai", s.Telemetry)
	if err != nil {
		return err
	}
	operations := lifecycle.Part{Name: "no operations port"}
	if s.OpsAddr != "" {
		operations = t.Ops(s.OpsAddr, func(context.Context) error { return nil }) // it depends on no other service
	}
	paint := picture.NewPainter(drawer).Paint
	if s.FixedPicture > 0 {
		paint = picture.Fixed(s.FixedPicture)
	}
	handler := openai.NewHandler(openai.Settings{Key: s.APIKey, Today: s.today, Faults: s.Faults},
		openai.Generators{Paint: paint, WriteStory: story.Write, Speak: speaker.Speak},
		t.Log)
	return lifecycle.Run(ctx, t.Log, t.Part(), operations, server(s.HTTPAddr, handler), lifecycle.Drain(s.Drain))
}

// drainTimeout is what requests under way have when the program stops: a picture takes half a
// second on a machine that does little else.
const drainTimeout = 10 * time.Second

// server is the HTTP port as a part. Requests that are left after finishing learn from their
// context that the program stops, so none outlives it.
func server(addr string, handler http.Handler) lifecycle.Part {
	requests, end := context.WithCancel(context.Background())
	srv := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return requests },
	}
	return lifecycle.Part{
		Name: "http server",
		Start: func(ctx context.Context, failed func(error)) error {
			listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
			if err != nil {
				return err
			}
			go func() {
				if err := srv.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
					failed(err)
				}
			}()
			return nil
		},
		Stop: func(ctx context.Context) error {
			defer time.AfterFunc(drainTimeout, end).Stop()
			return srv.Shutdown(ctx)
		},
	}
}
