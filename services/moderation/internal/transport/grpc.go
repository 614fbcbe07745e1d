// Package transport answers the calls of the contract.
package transport

import (
	"context"

	"mcwick.example/platform/rpc"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/moderation"
)

// server answers other services; what its call does is in the contract.
type server struct {
	moderationv1.UnsafeModerationServiceServer // a call without its method does not compile
	checkTexts                                 rpc.Method[*moderationv1.CheckTextsRequest, *moderationv1.CheckTextsResponse]
}

// NewServer puts the use case behind the chain.
func NewServer(m *moderation.Moderator, chain rpc.Chain) moderationv1.ModerationServiceServer {
	return &server{
		checkTexts: rpc.Handle(moderationv1.ModerationService_CheckTexts_FullMethodName, decodeCheckTexts, m.CheckTexts, encodeVerdicts, chain),
	}
}

func (s *server) CheckTexts(ctx context.Context, r *moderationv1.CheckTextsRequest) (*moderationv1.CheckTextsResponse, error) {
	return s.checkTexts(ctx, r)
}
