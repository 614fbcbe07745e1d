// Package artwork hands finished pictures to the media service.
package artwork

import (
	"context"

	"google.golang.org/grpc"

	"mcwick.example/services/generation/internal/generation"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// storer is the one call of the media service that we make.
type storer interface {
	StoreArtwork(ctx context.Context, r *mediav1.StoreArtworkRequest, opts ...grpc.CallOption) (*mediav1.Artwork, error)
}

// Store implements generation.ArtworkStore.
type Store struct{ media storer }

// NewStore makes a store on a client of the media service.
func NewStore(media storer) *Store { return &Store{media} }

// Store keeps a picture for its visitor and gives its object name.
func (s *Store) Store(ctx context.Context, a generation.Artwork) (string, error) {
	stored, err := s.media.StoreArtwork(ctx, &mediav1.StoreArtworkRequest{
		ArtworkId: a.JobID,
		VisitorId: a.Visitor,
		Type:      "meme",
		Image:     a.Image,
		Prompt:    a.Prompt,
		Action:    a.Meme.Action,
		Scene:     a.Meme.Scene,
		Style:     a.Meme.Style,
	})
	return stored.GetObjectName(), err
}
