// Package transport translates gRPC calls for the use cases.
package transport

import (
	"context"

	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/generation"
)

// Server answers the generation service's gRPC calls.
type Server struct {
	generationv1.UnsafeGenerationServiceServer // a call without its method does not compile
	createJob                                  rpc.Method[*generationv1.CreateJobRequest, *generationv1.Job]
	cancelJob                                  rpc.Method[*generationv1.CancelJobRequest, *generationv1.Job]
	waitJob                                    rpc.Method[*generationv1.WaitJobRequest, *generationv1.Job]
}

// NewServer puts each use case behind the chain.
func NewServer(s *generation.Service, chain rpc.Chain) *Server {
	return &Server{
		createJob: rpc.Handle("create_job", decodeCreate, s.CreateJob, encodeJob, chain),
		cancelJob: rpc.Handle("cancel_job", decodeCancel, s.CancelJob, encodeJob, chain),
		waitJob:   rpc.Handle("wait_job", decodeWait, s.WaitJob, encodeJob, chain),
	}
}

// CreateJob accepts expensive work and answers before it is done.
func (s *Server) CreateJob(ctx context.Context, r *generationv1.CreateJobRequest) (*generationv1.Job, error) {
	return s.createJob(ctx, r)
}

// CancelJob ends a job of this visitor.
func (s *Server) CancelJob(ctx context.Context, r *generationv1.CancelJobRequest) (*generationv1.Job, error) {
	return s.cancelJob(ctx, r)
}

// WaitJob answers with the job as soon as it is newer than what the caller has seen.
func (s *Server) WaitJob(ctx context.Context, r *generationv1.WaitJobRequest) (*generationv1.Job, error) {
	return s.waitJob(ctx, r)
}
