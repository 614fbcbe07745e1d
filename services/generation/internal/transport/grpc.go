// Package transport translates gRPC calls for the use cases.
package transport

import (
	"context"

	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/generation"
)

// server answers the generation service's gRPC calls; what each does is in the contract.
type server struct {
	generationv1.UnsafeGenerationServiceServer // a call without its method does not compile
	createJob                                  rpc.Method[*generationv1.CreateJobRequest, *generationv1.Job]
	cancelJob                                  rpc.Method[*generationv1.CancelJobRequest, *generationv1.Job]
	waitJob                                    rpc.Method[*generationv1.WaitJobRequest, *generationv1.Job]
}

// NewServer puts each use case behind the chain.
func NewServer(s *generation.Service, chain rpc.Chain) generationv1.GenerationServiceServer {
	return &server{
		createJob: rpc.Handle(generationv1.GenerationService_CreateJob_FullMethodName, decodeCreate, s.CreateJob, encodeJob, chain),
		cancelJob: rpc.Handle(generationv1.GenerationService_CancelJob_FullMethodName, decodeCancel, s.CancelJob, encodeJob, chain),
		waitJob:   rpc.Handle(generationv1.GenerationService_WaitJob_FullMethodName, decodeWait, s.WaitJob, encodeJob, chain),
	}
}

func (s *server) CreateJob(ctx context.Context, r *generationv1.CreateJobRequest) (*generationv1.Job, error) {
	return s.createJob(ctx, r)
}

func (s *server) CancelJob(ctx context.Context, r *generationv1.CancelJobRequest) (*generationv1.Job, error) {
	return s.cancelJob(ctx, r)
}

func (s *server) WaitJob(ctx context.Context, r *generationv1.WaitJobRequest) (*generationv1.Job, error) {
	return s.waitJob(ctx, r)
}
