package transport

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/text"
	"mcwick.example/services/moderation/api/decisions"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/cases"
)

// caseServer serves the owners of content, and takedown requests of visitors; the contract describes
// each call.
type caseServer struct {
	moderationv1.UnsafeCaseServiceServer // a missing method does not compile
	service                              *cases.Service
	chain                                rpc.Chain
}

// NewCaseServer registers the use cases behind the chain.
func NewCaseServer(s *cases.Service, chain rpc.Chain) moderationv1.CaseServiceServer {
	return &caseServer{service: s, chain: chain}
}

func (s *caseServer) ReportSubject(
	ctx context.Context, r *moderationv1.ReportSubjectRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeReportSubject, rpc.NoContent(s.service.Report), rpc.EncodeNoContent)
}

func (s *caseServer) RecordVerdict(
	ctx context.Context, r *moderationv1.RecordVerdictRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeRecordVerdict, rpc.NoContent(s.service.RecordVerdict), rpc.EncodeNoContent)
}

func (s *caseServer) AppealDecision(
	ctx context.Context, r *moderationv1.AppealDecisionRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeAppealDecision, rpc.NoContent(s.service.Appeal), rpc.EncodeNoContent)
}

func (s *caseServer) ConfirmDecisions(
	ctx context.Context, r *moderationv1.ConfirmDecisionsRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeConfirmDecisions, rpc.NoContent(s.service.Confirm), rpc.EncodeNoContent)
}

func (s *caseServer) ImportCase(
	ctx context.Context, r *moderationv1.ImportCaseRequest,
) (*moderationv1.ImportCaseResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeImportCase, s.service.Import, encodeImportCase)
}

func (s *caseServer) RequestTakedown(
	ctx context.Context, r *moderationv1.RequestTakedownRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeRequestTakedown, rpc.NoContent(s.service.RequestTakedown),
		rpc.EncodeNoContent)
}

func (s *caseServer) GetStatistics(
	ctx context.Context, r *moderationv1.GetStatisticsRequest,
) (*moderationv1.Statistics, error) {
	return rpc.Call(ctx, s.chain, r, rpc.NoInput, s.service.Statistics, encodeStatistics)
}

func decodeSubject(s *moderationv1.Subject) cases.SubjectInput {
	return cases.SubjectInput{Kind: decisions.Kinds[s.GetKind()], ID: s.GetId()}
}

func decodeDetails(d *moderationv1.SubjectDetails) cases.DetailsInput {
	return cases.DetailsInput{SubjectInput: decodeSubject(d.GetSubject()), Text: d.GetText(),
		ObjectName:  d.GetObjectName(),
		MakerDevice: d.GetMakerDevice(), MakerAccount: d.GetMakerAccount()}
}

func decodeReport(r *moderationv1.SubjectReport) cases.SignalInput {
	in := cases.SignalInput{Reason: decisions.Reasons[r.GetReason()], Note: r.GetNote(), Device: r.GetDevice(),
		Lane:    r.GetLane(),
		Settled: r.GetIsSettled()}
	if r.GetCreateTime() != nil {
		in.Created = r.GetCreateTime().AsTime()
	}
	return in
}

func decodeReportSubject(_ context.Context, r *moderationv1.ReportSubjectRequest) (cases.ReportInput, error) {
	return cases.ReportInput{Details: decodeDetails(r.GetDetails()), Report: decodeReport(r.GetReport())}, nil
}

func decodeRecordVerdict(_ context.Context, r *moderationv1.RecordVerdictRequest) (cases.VerdictInput, error) {
	return cases.VerdictInput{Details: decodeDetails(r.GetDetails()), Check: r.GetCheck(), Note: r.GetNote()}, nil
}

func decodeAppealDecision(_ context.Context, r *moderationv1.AppealDecisionRequest) (cases.AppealInput, error) {
	in := cases.AppealInput{Details: decodeDetails(r.GetDetails()), Text: r.GetText()}
	in.Details.SubjectInput = decodeSubject(r.GetSubject())
	return in, nil
}

func decodeConfirmDecisions(
	_ context.Context, r *moderationv1.ConfirmDecisionsRequest,
) (in cases.ConfirmInput, err error) {
	for _, d := range r.GetDecisions() {
		id, ok := text.ParseID(d.GetDecisionId())
		outcome := decisions.Outcomes[d.GetOutcome()]
		if !ok || outcome == "" {
			return in, fault.Invalid("CONFIRMATION_INVALID", fault.Field{Name: "decisions",
				Message: "That is no outcome."})
		}
		in.Applied = append(in.Applied, cases.Applied{ID: id, Outcome: outcome, Time: d.GetApplyTime().AsTime(),
			NewerVersion: int(d.GetNewerVersion())})
	}
	for _, s := range r.GetGone() {
		id, ok := text.ParseID(s.GetId())
		if !ok {
			return in, fault.Invalid("CONFIRMATION_INVALID", fault.Field{Name: "gone", Message: "That is no subject."})
		}
		in.Gone = append(in.Gone, cases.Subject{Kind: decisions.Kinds[s.GetKind()], ID: id})
	}
	return in, nil
}

func decodeImportCase(_ context.Context, r *moderationv1.ImportCaseRequest) (cases.ImportInput, error) {
	in := cases.ImportInput{Details: decodeDetails(r.GetDetails()), Hidden: r.GetIsHidden(), Cleared: r.GetIsCleared(),
		HiddenBy: r.GetHiddenBy()}
	for _, report := range r.GetReports() {
		in.Reports = append(in.Reports, decodeReport(report))
	}
	return in, nil
}

func encodeImportCase(version int) *moderationv1.ImportCaseResponse {
	return &moderationv1.ImportCaseResponse{DecisionVersion: int32(version)}
}

func decodeRequestTakedown(
	ctx context.Context, r *moderationv1.RequestTakedownRequest,
) (cases.TakedownInput, error) {
	caller, err := rpc.RequireIdempotencyKey(ctx)
	return cases.TakedownInput{Visitor: caller.Visitor, Lane: caller.Lane, Key: caller.IdempotencyKey,
		Place:  r.GetPlace(),
		Reason: r.GetReason(), XHandle: r.GetXHandle()}, err
}

func encodeStatistics(s cases.Statistics) *moderationv1.Statistics {
	return &moderationv1.Statistics{StartTime: timestamppb.New(s.Start), EndTime: timestamppb.New(s.End),
		ByOperators: encodeDecisionCounts(s.ByOperators), Automatic: encodeDecisionCounts(s.Automatic),
		Reports: int32(s.Reports), UpheldReports: int32(s.UpheldReports), TakedownRequests: int32(s.TakedownRequests),
		Appeals: int32(s.Appeals), RestoredAppeals: int32(s.RestoredAppeals), MedianWait: encodeDuration(s.MedianWait)}
}

// encodeDuration returns a duration, or nothing.
func encodeDuration(d *time.Duration) *durationpb.Duration {
	if d == nil {
		return nil
	}
	return durationpb.New(*d)
}

func encodeDecisionCounts(c cases.DecisionCounts) *moderationv1.DecisionCounts {
	return &moderationv1.DecisionCounts{Leave: int32(c.Leave), Hide: int32(c.Hide), Remove: int32(c.Remove),
		Restore: int32(c.Restore)}
}
