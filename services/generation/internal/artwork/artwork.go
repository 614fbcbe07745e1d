// Package artwork stores finished pictures and speech in the media service.
package artwork

import (
	"context"
	"errors"

	"mcwick.example/platform/fault"
	"mcwick.example/services/generation/internal/generation"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// Store implements generation.ArtworkStore.
type Store struct{ media mediav1.MediaServiceClient }

// NewStore returns a store on a client of the media service.
func NewStore(media mediav1.MediaServiceClient) *Store { return &Store{media} }

// specified are the media service's errors for which the specification has texts. They are returned
// as our own, because a retried call returns the text of the retry.
var specified = []*fault.Error{generation.ErrTooLarge, generation.ErrNotAnImage, generation.ErrBucket}

// Find returns what a job stored before; ok is false when it stored nothing.
func (s *Store) Find(ctx context.Context, jobID string) (generation.Result, bool, error) {
	a, err := s.media.GetArtwork(ctx, &mediav1.GetArtworkRequest{ArtworkId: jobID})
	if fault.From(err) != nil && fault.From(err).Kind == fault.KindNotFound {
		return generation.Result{}, false, nil
	}
	return generation.Result{ArtworkID: jobID, ObjectName: a.GetObjectName(), Source: generation.Source(a.GetSource()),
		Generator: a.GetGenerator()}, err == nil, translate(err, specified)
}

// Store stores a picture for its visitor and returns what is stored.
func (s *Store) Store(ctx context.Context, a generation.Artwork) (generation.Result, error) {
	stored, err := s.media.StoreArtwork(ctx, &mediav1.StoreArtworkRequest{
		ArtworkId: a.JobID,
		VisitorId: a.Visitor,
		Type:      a.Type,
		Image:     a.Image,
		Prompt:    a.Prompt,
		Action:    a.Action,
		Scene:     a.Scene,
		Style:     a.Style,
		Traits:    a.Traits,
		Seed:      a.Seed,
		Source:    string(a.Source),
		Generator: a.Generator,
	})
	if err != nil {
		return generation.Result{}, translate(err, specified)
	}
	kept := generation.Result{
		ArtworkID: a.JobID, ObjectName: stored.GetObjectName(), Source: generation.Source(stored.GetSource()),
		Generator: stored.GetGenerator(),
	}
	if kept.Source == "" { // a media service of an older release omits it
		kept.Source, kept.Generator = a.Source, a.Generator
	}
	return kept, nil
}

// translate returns a known error as our own, and any other as it is.
func translate(err error, known []*fault.Error) error {
	for _, k := range known {
		if errors.Is(err, k) {
			return k.WithCause(err)
		}
	}
	return err
}
