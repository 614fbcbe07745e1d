package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/policy"
)

// operatorServer serves the operators' calls; the contract describes each call.
type operatorServer struct {
	moderationv1.UnsafeModerationOperatorServiceServer // a missing method does not compile
	service                                            *policy.Service
	chain                                              rpc.Chain
}

// NewOperatorServer registers the operators' use cases behind the chain.
func NewOperatorServer(s *policy.Service, chain rpc.Chain) moderationv1.ModerationOperatorServiceServer {
	return &operatorServer{service: s, chain: chain}
}

func (s *operatorServer) SetLockdown(
	ctx context.Context, r *moderationv1.SetLockdownRequest,
) (*moderationv1.LockdownStatus, error) {
	return rpc.Call(ctx, s.chain, r, decodeSetLockdown, s.service.SetLockdown, encodeLockdown)
}

func (s *operatorServer) GetLockdown(
	ctx context.Context, r *moderationv1.GetLockdownRequest,
) (*moderationv1.LockdownStatus, error) {
	return rpc.Call(ctx, s.chain, r, rpc.NoInput, s.service.Lockdown, encodeLockdown)
}

func decodeSetLockdown(_ context.Context, r *moderationv1.SetLockdownRequest) (policy.SetLockdownInput, error) {
	return policy.SetLockdownInput{On: r.GetOn(), Length: r.GetDuration().AsDuration(), Reason: r.GetReason()}, nil
}

func encodeLockdown(l *policy.Lockdown) *moderationv1.LockdownStatus {
	if l == nil {
		return &moderationv1.LockdownStatus{}
	}
	return &moderationv1.LockdownStatus{On: true, ExpireTime: timestamppb.New(l.Expires), Reason: l.Reason,
		Operator: l.Operator, CreateTime: timestamppb.New(l.Created)}
}
