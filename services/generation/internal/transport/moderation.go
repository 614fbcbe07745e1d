package transport

import (
	"context"

	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/generation"
)

// moderationServer answers other services; what its call does is in the contract.
type moderationServer struct {
	generationv1.UnsafeModerationServiceServer // a call without its method does not compile
	checkTexts                                 rpc.Method[*generationv1.CheckTextsRequest, *generationv1.CheckTextsResponse]
}

// NewModerationServer puts the use case behind the chain.
func NewModerationServer(m *generation.Moderator, chain rpc.Chain) generationv1.ModerationServiceServer {
	return &moderationServer{
		checkTexts: rpc.Handle(generationv1.ModerationService_CheckTexts_FullMethodName, decodeTexts, m.CheckTexts, encodeFlagged, chain),
	}
}

func (s *moderationServer) CheckTexts(ctx context.Context, r *generationv1.CheckTextsRequest) (*generationv1.CheckTextsResponse, error) {
	return s.checkTexts(ctx, r)
}

func decodeTexts(_ context.Context, r *generationv1.CheckTextsRequest) ([]string, error) {
	return r.GetTexts(), nil
}

func encodeFlagged(flagged []bool) (*generationv1.CheckTextsResponse, error) {
	return &generationv1.CheckTextsResponse{Flagged: flagged}, nil
}
