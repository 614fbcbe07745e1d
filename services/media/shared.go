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
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/objects/deletion"
	"mcwick.example/services/media/internal/objects/purge"
	"mcwick.example/services/media/internal/publishing"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/media/internal/video"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/picturecheck"
	"mcwick.example/services/moderation/api/textcheck"
	"mcwick.example/services/moderation/api/wordfilter"
)

// concurrency limits each call; painting, and reads of videos, have limits of their own.
const concurrency = 64

// maxConnections are those of many gateways for bytes, which keep 64 and open more while these are busy.
const maxConnections = 4096

// shared is what publishing and videos both use: the object store, the outbox, and the checker of
// texts.
type shared struct {
	service    *service.Service
	events     events.Config
	bucket     *objects.Bucket
	deleter    *deletion.Deleter
	purger     *purge.Purger
	purged     bool
	relay      *events.Relay
	chain      rpc.Chain
	words      *wordfilter.Checker
	picture    picturecheck.Check
	cases      *cases.Client
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
		service: s, events: c.Events, bucket: bucket, deleter: deletion.New(s.Pool, bucket, publications.Forms),
		purger: purger, purged: c.Purge.Enabled(),
		relay: events.NewRelay(s.Log, s.Pool, c.Events, "media", mediav1.TopicArtwork, mediav1.TopicVideo),
		chain: rpc.ServerChain(s.Log, concurrency), words: words, picture: picture, cases: client,
		moderation: []lifecycle.Part{texts, pictures, connection},
	}, errors.Join(errPurger, errWords, errPicture, errCases)
}

func (s *shared) publishing() publishing.Dependencies {
	return publishing.Dependencies{
		Log: s.service.Log, Pool: s.service.Pool, Relay: s.relay, Events: s.events, Bucket: s.bucket,
		Deleter: s.deleter, Purged: s.purged,
		Words: s.words, Picture: s.picture, Cases: s.cases, Chain: s.chain, Now: time.Now,
		LinkOthers: video.Link,
	}
}

func (s *shared) video() video.Dependencies {
	return video.Dependencies{
		Log: s.service.Log, Pool: s.service.Pool, Relay: s.relay, Events: s.events, Bucket: s.bucket,
		Deleter: s.deleter, Purged: s.purged, Words: s.words, Cases: s.cases, Chain: s.chain, Now: time.Now,
	}
}

// connections returns the parts that every process of the service has.
func (s *shared) connections() []lifecycle.Part {
	return append([]lifecycle.Part{lifecycle.CloserPart("bucket", s.bucket)}, s.moderation...)
}

// parts returns the parts of processes that serve calls.
func (s *shared) parts() []lifecycle.Part {
	s.deleter.Measure()
	s.purger.Measure()
	log, pool := s.service.Log, s.service.Pool
	return append(s.connections(),
		lifecycle.Loop("outbox relay", s.relay.Run),
		lifecycle.Every(log, "forgetting of events", events.InboxCleanupInterval, events.CleanInbox(pool)),
		lifecycle.Every(log, "deletion of objects", deletion.Interval, s.deleter.Pass),
		s.purger.Part(log),
	)
}
