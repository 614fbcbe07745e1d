// Command server serves one part of the page, the shell or a remote, from the folder that its image
// carries. It is for clusters, where each part is released by itself and the gateway stands before
// all of them; the local stack's gateway reads the whole build from its folder.
//
//	server serve | check-config
package main

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"

	"mcwick.example/platform/config"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/staticfiles"
	"mcwick.example/platform/telemetry"
)

type configuration struct {
	HTTPAddr  string        `env:"HTTP_ADDR" envDefault:":8080"`
	OpsAddr   string        `env:"OPS_ADDR" envDefault:":9091"`
	Drain     time.Duration `env:"DRAIN"` // see lifecycle.Drain
	Dir       string        `env:"PAGE_DIR" envDefault:"/page"`
	Telemetry telemetry.Config
}

// Validate tells what is wrong with the configuration.
func (c *configuration) Validate() error {
	_, err := fs.Stat(os.DirFS(c.Dir), ".")
	return errors.Join(err, c.Telemetry.Validate())
}

func main() {
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
	t, err := telemetry.Start(ctx, "page", c.Telemetry)
	if err != nil {
		return err
	}
	return lifecycle.Run(ctx, t.Log,
		t.Part(),
		t.Ops(c.OpsAddr, func(context.Context) error { return nil }), // the files are in the image
		lifecycle.HTTP("files", c.HTTPAddr, maxConnections, handler(os.DirFS(c.Dir))),
		lifecycle.Drain(c.Drain),
	)
}

// maxConnections are those of many gateways, which keep 64 to each server and open more while these are busy.
const maxConnections = 4096

// handler responds 404 with a line of text: its only client is the gateway, which has a page for it.
func handler(files fs.FS) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", staticfiles.NewHandler(files, http.NotFoundHandler()))
	return otelhttp.NewHandler(mux, "page")
}
