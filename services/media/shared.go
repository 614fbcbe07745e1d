package main

import (
	"context"
	"errors"
	"time"

	"mcwick.example/platform/events"
	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/service"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/halves"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/objects/purge"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/picturecheck"
	"mcwick.example/services/moderation/api/textcheck"
)

// concurrency limits each call; painting, and reads of videos, have limits of their own.
const concurrency = 64

// maxConnections are those of many gateways for bytes, which keep 64 and open more while these are busy.
const maxConnections = 4096

// shared is what publishing and videos both use: the object store, the outbox, and the checker of
// texts.
type shared struct {
	halves.Dependencies
	purger     *purge.Purger
	picture    picturecheck.Check
	moderation []lifecycle.Part
}

func newShared(ctx context.Context, s *service.Service, c configuration) (*shared, error) {
	bucket, err := objects.Open(ctx, c.BlobURL)
	if err != nil {
		return nil, err
	}
	purger, errPurger := purge.New(s.Pool, c.Purge)
	words, texts, errWords := textcheck.Open(c.Moderation)
	picture, pictures, errPicture := picturecheck.Open(c.Moderation)
	client, connection, errCases := cases.Open(c.Moderation.Addr)
	return &shared{
		Dependencies: halves.Dependencies{
			Log: s.Log, Pool: s.Pool, Events: c.Events, Bucket: bucket,
			Relay:   events.NewRelay(s.Log, s.Pool, c.Events, "media", mediav1.TopicArtwork, mediav1.TopicVideo),
			Deleter: deletion.New(s.Pool, bucket, publications.Forms), Purged: c.Purge.Enabled(),
			Words: words, Cases: client, Chain: rpc.ServerChain(s.Log, concurrency), Now: time.Now,
		},
		purger: purger, picture: picture, moderation: []lifecycle.Part{texts, pictures, connection},
	}, errors.Join(errPurger, errWords, errPicture, errCases)
}

// connections returns the parts that every process of the service has.
func (s *shared) connections() []lifecycle.Part {
	return append([]lifecycle.Part{lifecycle.CloserPart("bucket", s.Bucket)}, s.moderation...)
}

// parts returns the parts of processes that serve calls.
func (s *shared) parts() []lifecycle.Part {
	s.Deleter.Measure()
	s.purger.Measure()
	return append(s.connections(),
		lifecycle.Loop("outbox relay", s.Relay.Run),
		lifecycle.Every(s.Log, "forgetting of events", events.InboxCleanupInterval, events.CleanInbox(s.Pool)),
		lifecycle.Every(s.Log, "deletion of objects", deletion.Interval, s.Deleter.Pass),
		s.purger.Part(s.Log),
	)
}
