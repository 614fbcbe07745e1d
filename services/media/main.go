// Command media is the media service: artwork, its bytes, and publishing; speech, and videos of it.
//
//	media serve | work | migrate | check-config
package main

import (
	"errors"

	"mcwick.example/platform/events"
	"mcwick.example/platform/service"
	"mcwick.example/services/media/internal/objects/purge"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/publishing"
	"mcwick.example/services/media/internal/video"
	"mcwick.example/services/moderation/api/textcheck"
)

type configuration struct {
	service.Config
	HTTPAddr   string `env:"HTTP_ADDR" envDefault:":8080"` // serves the bytes to the gateway
	BlobURL    string `env:"BLOB_URL,required"`
	Purge      purge.Config
	Events     events.Config
	Moderation textcheck.Config
	Publishing publishing.Config
	Video      video.Config
}

// Validate reports what is wrong with the configuration.
func (c *configuration) Validate() error {
	return errors.Join(c.Config.Validate(), c.Events.Validate(), c.Purge.Validate(), c.Publishing.Validate(),
		c.Video.Validate())
}

// spec describes this service.
var spec = service.Spec[configuration]{Name: "media", Schema: migrations.Schema, Serve: serve, Work: work}

func main() { service.Main(spec) }
