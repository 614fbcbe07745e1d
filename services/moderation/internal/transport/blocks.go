package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	"mcwick.example/services/moderation/api/decisions"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/policy"
)

func (s *operatorServer) Block(ctx context.Context, r *moderationv1.BlockRequest) (*moderationv1.BlockStatus, error) {
	return rpc.Call(ctx, s.chain, r, decodeBlock, s.service.Block, encodeBlock)
}

func (s *operatorServer) Unblock(ctx context.Context, r *moderationv1.UnblockRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeUnblock, rpc.NoContent(s.service.Unblock), rpc.EncodeNoContent)
}

func (s *operatorServer) ListBlocks(
	ctx context.Context, r *moderationv1.ListBlocksRequest,
) (*moderationv1.ListBlocksResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListBlocks, s.service.ListBlocks, encodeListBlocks)
}

// kinds are those of the contract.
var kinds = map[moderationv1.BlockKind]policy.Kind{
	moderationv1.BlockKind_BLOCK_KIND_DEVICE:  policy.KindDevice,
	moderationv1.BlockKind_BLOCK_KIND_LANE:    policy.KindLane,
	moderationv1.BlockKind_BLOCK_KIND_RANGE:   policy.KindRange,
	moderationv1.BlockKind_BLOCK_KIND_ACCOUNT: policy.KindAccount,
	moderationv1.BlockKind_BLOCK_KIND_HANDLE:  policy.KindHandle,
}

func decodeBlock(_ context.Context, r *moderationv1.BlockRequest) (policy.BlockInput, error) {
	return policy.BlockInput{Kind: kinds[r.GetKind()], Subject: r.GetSubject(),
		Length: r.GetDuration().AsDuration(), Reason: r.GetReason()}, nil
}

func decodeUnblock(_ context.Context, r *moderationv1.UnblockRequest) (policy.UnblockInput, error) {
	return policy.UnblockInput{ID: r.GetBlockId(), Reason: r.GetReason()}, nil
}

func decodeListBlocks(_ context.Context, r *moderationv1.ListBlocksRequest) (policy.ListBlocksInput, error) {
	return policy.ListBlocksInput{After: r.GetCursor(), Size: int(r.GetPageSize()), Ended: r.GetIncludeEnded()}, nil
}

func encodeBlock(b policy.Block) *moderationv1.BlockStatus {
	return &moderationv1.BlockStatus{Id: b.ID.String(), Kind: decisions.Encode(kinds, b.Kind), Subject: b.Subject,
		ExpireTime: timestamppb.New(b.Expires), Reason: b.Reason, Operator: b.Operator,
		CreateTime: timestamppb.New(b.Created)}
}

func encodeListBlocks(p policy.BlockPage) *moderationv1.ListBlocksResponse {
	answer := &moderationv1.ListBlocksResponse{NextCursor: p.NextCursor}
	for _, b := range p.Blocks {
		answer.Blocks = append(answer.Blocks, encodeBlock(b))
	}
	return answer
}
