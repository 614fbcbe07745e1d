package main

import (
	"context"
	"maps"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	gatewayv1 "mcwick.example/gateway/api/gateway/v1"
	"mcwick.example/gateway/limits"
	"mcwick.example/platform/limit"
)

// operatorServer answers operators; the contract describes each call.
type operatorServer struct {
	gatewayv1.UnsafeGatewayOperatorServiceServer // a missing method does not compile
	limits                                       *currentLimits
	activity                                     *activity
	policies                                     *policies
}

// registerOperators registers what operators may ask of this gateway.
func (g *gateway) registerOperators(r grpc.ServiceRegistrar) {
	gatewayv1.RegisterGatewayOperatorServiceServer(r,
		&operatorServer{limits: g.limits, activity: g.activity, policies: g.policies})
}

func (s *operatorServer) GetLimits(context.Context, *gatewayv1.GetLimitsRequest) (*gatewayv1.Limits, error) {
	inEffect, since, refusal := s.limits.status()
	answer := &gatewayv1.Limits{LoadTime: timestamppb.New(since)}
	if refusal != nil {
		answer.Refusal = refusal.Error()
	}
	for _, kind := range slices.Sorted(maps.Keys(inEffect)) {
		answer.Kinds = append(answer.Kinds, encodeKind(kind, inEffect[kind]))
	}
	return answer, nil
}

func (s *operatorServer) GetPressure(
	context.Context, *gatewayv1.GetPressureRequest,
) (*gatewayv1.PressureReport, error) {
	report := s.activity.report()
	report.PolicyAge = durationpb.New(s.policies.age())
	if until := s.policies.current.Load().lockdown; until.After(s.policies.now()) {
		report.LockdownEndTime = timestamppb.New(until)
	}
	return report, nil
}

func encodeKind(kind limits.Kind, s limits.Scopes) *gatewayv1.KindLimits {
	return &gatewayv1.KindLimits{
		Kind: string(kind), Device: encodeRate(s.Device), Address: encodeRate(s.Address), Subnet: encodeRate(s.Subnet),
		Crowd: encodeRate(s.Crowd), Scarce: s.Scarce,
	}
}

// encodeRate leaves out the zero rate, which is no limit.
func encodeRate(r limit.Rate) *gatewayv1.Rate {
	if r == (limit.Rate{}) {
		return nil
	}
	return &gatewayv1.Rate{Burst: int32(r.Burst), Every: durationpb.New(r.Every)}
}
