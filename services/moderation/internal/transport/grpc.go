// Package transport serves the contract's calls.
package transport

import (
	"context"

	"mcwick.example/platform/rpc"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/moderation"
)

// server serves other services; the contract describes its calls.
type server struct {
	moderationv1.UnsafeModerationServiceServer // a missing method does not compile
	moderator                                  *moderation.Moderator
	pictures                                   *moderation.PictureChecker
	chain                                      rpc.Chain
}

// NewServer registers the use cases behind the chain.
func NewServer(
	m *moderation.Moderator, pictures *moderation.PictureChecker, chain rpc.Chain,
) moderationv1.ModerationServiceServer {
	return &server{moderator: m, pictures: pictures, chain: chain}
}

func (s *server) CheckTexts(
	ctx context.Context, r *moderationv1.CheckTextsRequest,
) (*moderationv1.CheckTextsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeCheckTexts, s.moderator.CheckTexts, encodeVerdicts)
}

func (s *server) CheckPicture(
	ctx context.Context, r *moderationv1.CheckPictureRequest,
) (*moderationv1.CheckPictureResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeCheckPicture, s.pictures.CheckPicture, encodePictureVerdict)
}
