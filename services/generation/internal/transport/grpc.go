// Package transport translates gRPC calls to use cases.
package transport

import (
	"context"

	"google.golang.org/genproto/googleapis/api/httpbody"

	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/generation"
)

// server serves the generation service's gRPC calls; the contract describes each call.
type server struct {
	generationv1.UnsafeGenerationServiceServer // a missing method does not compile
	service                                    *generation.Service
	chain                                      rpc.Chain
}

// NewServer registers each use case behind the chain.
func NewServer(s *generation.Service, chain rpc.Chain) generationv1.GenerationServiceServer {
	return &server{service: s, chain: chain}
}

func (s *server) CreateJob(ctx context.Context, r *generationv1.CreateJobRequest) (*generationv1.Job, error) {
	return rpc.Call(ctx, s.chain, r, decodeCreate, s.service.CreateJob, encodeJob)
}

func (s *server) CancelJob(ctx context.Context, r *generationv1.CancelJobRequest) (*generationv1.Job, error) {
	return rpc.Call(ctx, s.chain, r, decodeCancel, s.service.CancelJob, encodeJob)
}

func (s *server) DrawFigure(ctx context.Context, r *generationv1.DrawFigureRequest) (*httpbody.HttpBody, error) {
	return rpc.Call(ctx, s.chain, r, decodeDrawFigure, s.service.DrawFigure, encodePNG)
}

func (s *server) GetPressure(
	ctx context.Context, r *generationv1.GetPressureRequest,
) (*generationv1.Pressure, error) {
	return rpc.Call(ctx, s.chain, r, rpc.NoInput, s.service.GetPressure, encodePressure)
}

func (s *server) WaitJob(ctx context.Context, r *generationv1.WaitJobRequest) (*generationv1.Job, error) {
	return rpc.Call(ctx, s.chain, r, decodeWait, s.service.WaitJob, encodeJob)
}
