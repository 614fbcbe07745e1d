package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	"mcwick.example/services/moderation/api/decisions"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/policy"
)

// policyServer serves the gateway; the contract describes its call.
type policyServer struct {
	moderationv1.UnsafePolicyServiceServer // a missing method does not compile
	service                                *policy.Service
	chain                                  rpc.Chain
}

// NewPolicyServer registers the use case behind the chain.
func NewPolicyServer(s *policy.Service, chain rpc.Chain) moderationv1.PolicyServiceServer {
	return &policyServer{service: s, chain: chain}
}

func (s *policyServer) GetPolicy(ctx context.Context, r *moderationv1.GetPolicyRequest) (*moderationv1.Policy, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetPolicy, s.service.Get, encodePolicy)
}

func decodeGetPolicy(_ context.Context, r *moderationv1.GetPolicyRequest) (string, error) {
	return r.GetKnownVersion(), nil
}

func encodePolicy(p policy.Policy) *moderationv1.Policy {
	answer := &moderationv1.Policy{Version: p.Version.String()}
	if l := p.Lockdown; l != nil {
		answer.Lockdown = &moderationv1.Lockdown{ExpireTime: timestamppb.New(l.Expires)}
	}
	for _, b := range p.Blocks {
		answer.Blocks = append(answer.Blocks, &moderationv1.PolicyBlock{Kind: decisions.Encode(kinds, b.Kind),
			Subject: b.Subject, ExpireTime: timestamppb.New(b.Expires)})
	}
	return answer
}
