package transport

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	"mcwick.example/services/moderation/api/decisions"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/moderation/internal/cases"
)

// caseOperatorServer serves the operators' calls about cases; the contract describes each call.
type caseOperatorServer struct {
	moderationv1.UnsafeCaseOperatorServiceServer // a missing method does not compile
	service                                      *cases.Service
	chain                                        rpc.Chain
}

// NewCaseOperatorServer registers the operators' use cases behind the chain.
func NewCaseOperatorServer(s *cases.Service, chain rpc.Chain) moderationv1.CaseOperatorServiceServer {
	return &caseOperatorServer{service: s, chain: chain}
}

func (s *caseOperatorServer) ListCases(
	ctx context.Context, r *moderationv1.ListCasesRequest,
) (*moderationv1.ListCasesResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListCases, s.service.List, encodeListCases)
}

func (s *caseOperatorServer) GetCase(
	ctx context.Context, r *moderationv1.GetCaseRequest,
) (*moderationv1.Case, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetCase, s.service.Get, encodeCase)
}

func (s *caseOperatorServer) Decide(
	ctx context.Context, r *moderationv1.DecideRequest,
) (*moderationv1.Decision, error) {
	return rpc.Call(ctx, s.chain, r, decodeDecide, s.service.Decide, encodeDecision)
}

func (s *caseOperatorServer) GetLaneReports(
	ctx context.Context, r *moderationv1.GetLaneReportsRequest,
) (*moderationv1.LaneReports, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetLaneReports, s.service.LaneReports, encodeLaneReports)
}

func (s *caseOperatorServer) DismissLane(
	ctx context.Context, r *moderationv1.DismissLaneRequest,
) (*moderationv1.DismissLaneResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeDismissLane, s.service.DismissLane, encodeDismissed)
}

func (s *caseOperatorServer) DismissLaneTakedowns(
	ctx context.Context, r *moderationv1.DismissLaneTakedownsRequest,
) (*moderationv1.DismissLaneTakedownsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeDismissTakedowns, s.service.DismissLane, encodeDismissedTakedowns)
}

func (s *caseOperatorServer) ListAuditEntries(
	ctx context.Context, r *moderationv1.ListAuditEntriesRequest,
) (*moderationv1.ListAuditEntriesResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListAuditEntries, s.service.AuditEntries, encodeAuditEntries)
}

func (s *caseOperatorServer) GetOperatorStatistics(
	ctx context.Context, r *moderationv1.GetOperatorStatisticsRequest,
) (*moderationv1.OperatorStatistics, error) {
	return rpc.Call(ctx, s.chain, r, rpc.NoInput, s.service.OperatorStatistics, encodeOperatorStatistics)
}

func (s *caseOperatorServer) ForgetAuditPayload(
	ctx context.Context, r *moderationv1.ForgetAuditPayloadRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeForgetAuditPayload, rpc.NoContent(s.service.ForgetPayload),
		rpc.EncodeNoContent)
}

func decodeListCases(_ context.Context, r *moderationv1.ListCasesRequest) (cases.ListInput, error) {
	in := cases.ListInput{After: r.GetCursor(), Size: int(r.GetPageSize()),
		Filter: cases.Filter{Kind: decisions.Kinds[r.GetKind()], Unapplied: r.GetUnapplied(),
			Appealed: r.GetAppealed(), MakerDevice: r.GetMakerDevice(), MakerAccount: r.GetMakerAccount(),
			Signal: signalKinds[r.GetSignal()], Lane: r.GetLane()}}
	if state := r.GetState(); state != moderationv1.CaseState_CASE_STATE_UNSPECIFIED {
		open := state == moderationv1.CaseState_CASE_STATE_OPEN
		in.Open = &open
	}
	return in, nil
}

func decodeGetCase(_ context.Context, r *moderationv1.GetCaseRequest) (cases.SubjectInput, error) {
	return decodeSubject(r.GetSubject()), nil
}

func decodeDecide(_ context.Context, r *moderationv1.DecideRequest) (cases.DecideInput, error) {
	in := cases.DecideInput{Subject: decodeSubject(r.GetSubject()), Action: decisions.Actions[r.GetAction()],
		Reason: decisions.Reasons[r.GetReason()], Message: r.GetMessage(), Note: r.GetNote(),
		Details: decodeDetails(r.GetDetails()), AppealSeen: r.AppealSeen}
	if r.KnownVersion != nil {
		known := int(r.GetKnownVersion())
		in.Known = &known
	}
	return in, nil
}

func decodeGetLaneReports(_ context.Context, r *moderationv1.GetLaneReportsRequest) (string, error) {
	return r.GetLane(), nil
}

func decodeDismissLane(_ context.Context, r *moderationv1.DismissLaneRequest) (cases.DismissLaneInput, error) {
	return cases.DismissLaneInput{Lane: r.GetLane(), Kind: cases.SignalReport, Note: r.GetNote()}, nil
}

func decodeDismissTakedowns(
	_ context.Context, r *moderationv1.DismissLaneTakedownsRequest,
) (cases.DismissLaneInput, error) {
	return cases.DismissLaneInput{Lane: r.GetLane(), Kind: cases.SignalTakedown, Note: r.GetNote()}, nil
}

func decodeListAuditEntries(_ context.Context, r *moderationv1.ListAuditEntriesRequest) (cases.AuditInput, error) {
	in := cases.AuditInput{After: r.GetAfterNumber(), Size: int(r.GetPageSize()), NewestFirst: r.GetNewestFirst(),
		AuditFilter: cases.AuditFilter{Operator: r.GetOperator(), Action: decisions.Actions[r.GetAction()],
			Start: decodeTime(r.GetStartTime()), End: decodeTime(r.GetEndTime())}}
	if r.GetSubject() != nil {
		about := decodeSubject(r.GetSubject())
		in.About = &about
	}
	return in, nil
}

// decodeTime returns a time, or nil.
func decodeTime(t *timestamppb.Timestamp) *time.Time {
	if t == nil {
		return nil
	}
	return new(t.AsTime())
}

func decodeForgetAuditPayload(
	_ context.Context, r *moderationv1.ForgetAuditPayloadRequest,
) (cases.ForgetPayloadInput, error) {
	return cases.ForgetPayloadInput{Number: r.GetNumber(), Note: r.GetNote()}, nil
}

// signalKinds are those of the contract.
var signalKinds = map[moderationv1.SignalKind]cases.SignalKind{
	moderationv1.SignalKind_SIGNAL_KIND_REPORT:   cases.SignalReport,
	moderationv1.SignalKind_SIGNAL_KIND_VERDICT:  cases.SignalVerdict,
	moderationv1.SignalKind_SIGNAL_KIND_TAKEDOWN: cases.SignalTakedown,
}

// statuses are those of the contract.
var statuses = map[moderationv1.SubjectStatus]cases.Status{
	moderationv1.SubjectStatus_SUBJECT_STATUS_PUBLIC:               cases.StatusPublic,
	moderationv1.SubjectStatus_SUBJECT_STATUS_HIDDEN_AUTOMATICALLY: cases.StatusHiddenAutomatically,
	moderationv1.SubjectStatus_SUBJECT_STATUS_HIDDEN:               cases.StatusHidden,
	moderationv1.SubjectStatus_SUBJECT_STATUS_REMOVED:              cases.StatusRemoved,
}

func encodeListCases(p cases.Page) *moderationv1.ListCasesResponse {
	answer := &moderationv1.ListCasesResponse{NextCursor: p.Next}
	for _, c := range p.Cases {
		answer.Cases = append(answer.Cases, encodeCase(c))
	}
	return answer
}

func encodeCase(c cases.Case) *moderationv1.Case {
	out := &moderationv1.Case{
		Id: c.ID.String(),
		Details: &moderationv1.SubjectDetails{
			Subject: &moderationv1.Subject{Kind: decisions.Encode(decisions.Kinds, c.Kind), Id: c.Subject.ID.String()},
			Text:    c.Text, ObjectName: c.ObjectName, MakerDevice: c.MakerDevice, MakerAccount: c.MakerAccount},
		State: moderationv1.CaseState_CASE_STATE_CLOSED, Weight: float64(c.Weight) / cases.WeightUnit,
		OpenSignals: int32(c.OpenSignals), CreateTime: timestamppb.New(c.Created),
		UpdateTime: timestamppb.New(c.Updated), DueTime: decisions.EncodeTime(c.Due),
		Status: decisions.Encode(statuses, c.Status),
	}
	if c.Open {
		out.State = moderationv1.CaseState_CASE_STATE_OPEN
	}
	for _, s := range c.Signals {
		out.Signals = append(out.Signals, &moderationv1.Signal{Kind: decisions.Encode(signalKinds, s.Kind),
			Reason: decisions.Encode(decisions.Reasons, s.Reason), Note: s.Note, Lane: s.Lane,
			Weight: float64(s.Weight) / cases.WeightUnit, CreateTime: timestamppb.New(s.Created), XHandle: s.XHandle})
	}
	for _, d := range c.Decisions {
		out.Decisions = append(out.Decisions, encodeDecision(d))
	}
	if a := c.Appeal; a != nil {
		out.Appeal = &moderationv1.Appeal{Text: a.Text, CreateTime: timestamppb.New(a.Created),
			AnswerTime: decisions.EncodeTime(a.Answered)}
	}
	return out
}

func encodeDecision(d cases.Decision) *moderationv1.Decision {
	return &moderationv1.Decision{Id: d.ID.String(), Action: decisions.Encode(decisions.Actions, d.Action),
		Reason: decisions.Encode(decisions.Reasons, d.Reason), Message: d.Message, Note: d.Note, Operator: d.Operator,
		Version: int32(d.Version), CreateTime: timestamppb.New(d.Created), ApplyTime: decisions.EncodeTime(d.Applied),
		Outcome: decisions.Encode(decisions.Outcomes, d.Outcome), AnswersAppeal: d.AnswersAppeal}
}

func encodeLaneReports(r cases.LaneReports) *moderationv1.LaneReports {
	return &moderationv1.LaneReports{Open: int32(r.Open), OpenTakedowns: int32(r.Takedowns), Upheld: int32(r.Upheld),
		Wrong: int32(r.Wrong)}
}

func encodeDismissed(d cases.Dismissed) *moderationv1.DismissLaneResponse {
	return &moderationv1.DismissLaneResponse{Dismissed: int32(d.Dismissed), Remaining: int32(d.Remaining)}
}

func encodeDismissedTakedowns(d cases.Dismissed) *moderationv1.DismissLaneTakedownsResponse {
	return &moderationv1.DismissLaneTakedownsResponse{Dismissed: int32(d.Dismissed), Remaining: int32(d.Remaining)}
}

func encodeAuditEntries(all []cases.AuditEntry) *moderationv1.ListAuditEntriesResponse {
	answer := &moderationv1.ListAuditEntriesResponse{}
	for _, e := range all {
		answer.Entries = append(answer.Entries, &moderationv1.AuditEntry{Number: e.Number,
			CreateTime: timestamppb.New(e.Time),
			Operator:   e.Operator, Act: e.Act, CaseId: e.CaseID, Digest: e.Digest, Previous: e.Previous, Hash: e.Hash,
			Payload: e.Payload})
	}
	return answer
}

func encodeOperatorStatistics(s cases.OperatorStatistics) *moderationv1.OperatorStatistics {
	r := &moderationv1.OperatorStatistics{Public: encodeStatistics(s.Statistics), P90Wait: encodeDuration(s.P90Wait),
		WrongReports: int32(s.WrongReports)}
	for _, o := range s.Operators {
		r.Operators = append(r.Operators, &moderationv1.OperatorDecisions{Operator: o.Operator,
			Decisions: encodeDecisionCounts(o.DecisionCounts)})
	}
	for _, d := range s.Days {
		r.Days = append(r.Days, &moderationv1.DayStatistics{StartTime: timestamppb.New(d.Start),
			ByOperators: int32(d.ByOperators), Automatic: int32(d.Automatic), Reports: int32(d.Reports)})
	}
	for _, o := range s.Open {
		r.Open = append(r.Open, &moderationv1.OpenCases{Kind: decisions.Encode(decisions.Kinds, o.Kind),
			Count: int32(o.Count), DueTime: decisions.EncodeTime(o.Due)})
	}
	return r
}
