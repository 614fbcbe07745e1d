package transport

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/generation"
)

// operatorServer serves the operators' calls; the contract describes each call.
type operatorServer struct {
	generationv1.UnsafeGenerationOperatorServiceServer // a missing method does not compile
	operators                                          *generation.Operators
	configured                                         Configured
	chain                                              rpc.Chain
}

// Configured is the money in the configuration, in micro-dollars.
type Configured struct {
	Budget  int64 // per day
	Picture int64 // per picture
}

// NewOperatorServer registers the operators' use cases behind the chain.
func NewOperatorServer(
	o *generation.Operators, c Configured, chain rpc.Chain,
) generationv1.GenerationOperatorServiceServer {
	return &operatorServer{operators: o, configured: c, chain: chain}
}

func (s *operatorServer) GetBudget(
	ctx context.Context, r *generationv1.GetBudgetRequest,
) (*generationv1.Budget, error) {
	return rpc.Call(ctx, s.chain, r, rpc.NoInput, s.operators.GetBudget, s.configured.encodeBudget)
}

func (s *operatorServer) SetBudget(
	ctx context.Context, r *generationv1.SetBudgetRequest,
) (*generationv1.Budget, error) {
	return rpc.Call(ctx, s.chain, r, decodeSetBudget, s.operators.SetBudget, s.configured.encodeBudget)
}

func (s *operatorServer) GetPressure(
	ctx context.Context, r *generationv1.GetPressureRequest,
) (*generationv1.PressureReport, error) {
	return rpc.Call(ctx, s.chain, r, rpc.NoInput, s.operators.GetPressure, encodePressureReport)
}

func (s *operatorServer) ListSpending(
	ctx context.Context, r *generationv1.ListSpendingRequest,
) (*generationv1.ListSpendingResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListSpending, s.operators.ListSpending, encodeListSpending)
}

func (s *operatorServer) ListJobs(
	ctx context.Context, r *generationv1.ListJobsRequest,
) (*generationv1.ListJobsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListJobs, s.operators.ListJobs, encodeListJobs)
}

func (s *operatorServer) StopJob(ctx context.Context, r *generationv1.StopJobRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeStopJob, rpc.NoContent(s.operators.StopJob), rpc.EncodeNoContent)
}

func (s *operatorServer) StopOpenJobs(
	ctx context.Context, r *generationv1.StopOpenJobsRequest,
) (*generationv1.StopOpenJobsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeStopOpenJobs, s.operators.StopOpenJobs, encodeStopped)
}

func (s *operatorServer) RaiseSpent(
	ctx context.Context, r *generationv1.RaiseSpentRequest,
) (*generationv1.Budget, error) {
	return rpc.Call(ctx, s.chain, r, decodeRaiseSpent, s.operators.RaiseSpent, s.configured.encodeBudget)
}

func decodeSetBudget(_ context.Context, r *generationv1.SetBudgetRequest) (generation.SetBudgetInput, error) {
	return generation.SetBudgetInput{MicroUSD: r.GetBudgetMicroUsd(), Note: r.GetNote()}, nil
}

func decodeListSpending(_ context.Context, r *generationv1.ListSpendingRequest) (int, error) {
	return int(r.GetDays()), nil
}

// decodeListJobs decodes an unspecified state as any.
func decodeListJobs(_ context.Context, r *generationv1.ListJobsRequest) (generation.ListJobsInput, error) {
	in := generation.ListJobsInput{After: r.GetCursor(), Size: int(r.GetPageSize())}
	for ours, theirs := range states {
		if theirs == r.GetState() {
			in.State = ours
		}
	}
	return in, nil
}

func decodeStopJob(_ context.Context, r *generationv1.StopJobRequest) (generation.StopInput, error) {
	return generation.StopInput{ID: r.GetJobId(), Note: r.GetNote()}, nil
}

func decodeStopOpenJobs(_ context.Context, r *generationv1.StopOpenJobsRequest) (string, error) {
	return r.GetNote(), nil
}

func encodeStopped(n int) *generationv1.StopOpenJobsResponse {
	return &generationv1.StopOpenJobsResponse{Stopped: int32(n)}
}

func decodeRaiseSpent(_ context.Context, r *generationv1.RaiseSpentRequest) (generation.RaiseSpentInput, error) {
	return generation.RaiseSpentInput{Day: r.GetDay(), MicroUSD: r.GetSpentMicroUsd(), Note: r.GetNote()}, nil
}

func (c Configured) encodeBudget(b generation.Budget) *generationv1.Budget {
	return &generationv1.Budget{
		Day: b.Day.Format(time.DateOnly), BudgetMicroUsd: b.Total, ReservedMicroUsd: b.Reserved, SpentMicroUsd: b.Spent,
		ConfiguredMicroUsd: c.Budget, PictureMicroUsd: c.Picture,
	}
}

func encodeListSpending(all []generation.Spending) *generationv1.ListSpendingResponse {
	out := &generationv1.ListSpendingResponse{}
	for _, s := range all {
		out.Spending = append(out.Spending, encodeSpending(s))
	}
	return out
}

func encodeSpending(s generation.Spending) *generationv1.Spending {
	return &generationv1.Spending{Day: s.Day.Format(time.DateOnly), Kind: kinds[s.Kind], Model: s.Model,
		Calls: int32(s.Calls), MicroUsd: s.MicroUSD}
}

func encodeListJobs(p generation.JobPage) *generationv1.ListJobsResponse {
	out := &generationv1.ListJobsResponse{NextCursor: p.Next}
	for _, j := range p.Jobs {
		out.Jobs = append(out.Jobs, encodeJobRow(j))
	}
	return out
}

func encodeJobRow(j generation.JobRow) *generationv1.JobRow {
	return &generationv1.JobRow{
		Id: j.ID.String(), Kind: kinds[j.Kind], State: states[j.State], Attempt: int32(j.Attempt), Visitor: j.Visitor,
		ErrorCode:  j.Failure,
		CreateTime: timestamppb.New(j.Created),
	}
}
