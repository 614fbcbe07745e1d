// Command console is where operators work in a browser. It serves the page of the moderation console,
// signs operators in, and passes their calls on to the operators' ports of the services, each with
// the operator's own token: it may nothing by itself. The public edge knows nothing of it.
//
//	console serve | check-config
package main

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"time"

	"mcwick.example/platform/config"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/mtls"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/security"
	"mcwick.example/platform/telemetry"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

type configuration struct {
	HTTPAddr string        `env:"HTTP_ADDR" envDefault:":8080"`
	OpsAddr  string        `env:"OPS_ADDR" envDefault:":9091"`
	Drain    time.Duration `env:"DRAIN"`                       // see lifecycle.Drain
	PageDir  string        `env:"PAGE_DIR" envDefault:"/page"` // the built page
	// The operators' ports.
	GatewayAddr    string `env:"GATEWAY_OPERATOR_ADDR,required"`
	GenerationAddr string `env:"GENERATION_OPERATOR_ADDR,required"`
	MediaAddr      string `env:"MEDIA_OPERATOR_ADDR,required"`
	ModerationAddr string `env:"MODERATION_OPERATOR_ADDR,required"`
	WallAddr       string `env:"WALL_OPERATOR_ADDR,required"`
	Telemetry      telemetry.Config
	MTLS           mtls.Config
}

// Validate tells what is wrong with the configuration.
func (c *configuration) Validate() error {
	_, err := fs.Stat(os.DirFS(c.PageDir), ".")
	return errors.Join(err, c.Telemetry.Validate(), c.MTLS.Validate())
}

func main() {
	rpc.Configure()
	lifecycle.Main(map[string]func(context.Context) error{
		"serve":          serve,
		"check-config …": config.Check[configuration],
	})
}

func serve(ctx context.Context) error {
	c, err := config.Load[configuration]()
	if err != nil {
		return err
	}
	t, err := telemetry.Start(ctx, "console", c.Telemetry)
	if err != nil {
		return err
	}
	if err := mtls.Configure(c.MTLS); err != nil {
		return err
	}
	parts, err := c.parts(t.Log)
	if err != nil {
		return err
	}
	// A service that is down costs its own pages only.
	ready := func(context.Context) error { return nil }
	return lifecycle.Run(ctx, t.Log, append([]lifecycle.Part{t.Part(), t.Ops(c.OpsAddr, ready)},
		append(parts, lifecycle.Drain(c.Drain))...)...)
}

// maxConnections are more than a team of operators has pages open.
const maxConnections = 512

// parts are the connections and the server.
func (c *configuration) parts(log *slog.Logger) ([]lifecycle.Part, error) {
	events := security.New(log, security.SignInRefused)
	all, err := c.dial()
	if err != nil {
		return nil, err
	}
	return []lifecycle.Part{
		lifecycle.CloserPart("connections", all),
		lifecycle.HTTP("console", c.HTTPAddr, maxConnections, newHandler(os.DirFS(c.PageDir), all, time.Now, events)),
	}, nil
}

// newHandler serves the console's page and calls.
func newHandler(page fs.FS, services backends, now func() time.Time, events *security.Log) http.Handler {
	sessions := newSessions(services["moderation"], now, events)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /session", sessions.signIn)
	mux.HandleFunc("DELETE /session", sessions.signOut)
	mux.Handle("POST /calls/", sessions.require(http.StripPrefix("/calls", services.handler())))
	mux.Handle("GET /pictures/{id}", sessions.require(servePicture(services["media"])))
	mux.Handle("GET /videos/{id}", sessions.require(serveVideo(services["media"],
		mediav1.VideoFile_VIDEO_FILE_UNSPECIFIED)))
	mux.Handle("GET /videos/{id}/poster", sessions.require(serveVideo(services["media"],
		mediav1.VideoFile_VIDEO_FILE_POSTER)))
	mux.Handle(pagesPattern, pages(page))
	return protect(sessions.manager.LoadAndSave(mux), func(r *http.Request) string {
		_, pattern := mux.Handler(r)
		return pattern
	})
}
