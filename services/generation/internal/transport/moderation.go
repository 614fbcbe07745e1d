package transport

import (
	"context"

	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/forward"
)

// moderationServer serves services of the last release, which call this one to check texts.
type moderationServer struct {
	generationv1.UnsafeModerationServiceServer // a missing method does not compile
	checkTexts                                 forward.CheckTexts
	chain                                      rpc.Chain
}

// NewModerationServer registers the forwarder behind the chain.
func NewModerationServer(checkTexts forward.CheckTexts, chain rpc.Chain) generationv1.ModerationServiceServer { //nolint:staticcheck // deprecated for its callers
	return &moderationServer{checkTexts: checkTexts, chain: chain}
}

func (s *moderationServer) CheckTexts(
	ctx context.Context, r *generationv1.CheckTextsRequest,
) (*generationv1.CheckTextsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeTexts, s.checkTexts, encodeFlagged)
}

func decodeTexts(_ context.Context, r *generationv1.CheckTextsRequest) ([]string, error) {
	return r.GetTexts(), nil
}

func encodeFlagged(flagged []bool) *generationv1.CheckTextsResponse {
	return &generationv1.CheckTextsResponse{Flagged: flagged}
}
