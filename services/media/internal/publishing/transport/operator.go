package transport

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/facts"
	"mcwick.example/services/media/internal/publishing/publications"
)

// operatorServer serves the operators' calls; the contract describes each call.
type operatorServer struct {
	mediav1.UnsafeMediaOperatorServiceServer // a missing method does not compile
	service                                  *publications.Service
	chain                                    rpc.Chain
}

// NewOperatorServer registers the operators' use cases behind the chain.
func NewOperatorServer(s *publications.Service, chain rpc.Chain) mediav1.MediaOperatorServiceServer {
	return &operatorServer{service: s, chain: chain}
}

func (s *operatorServer) ListReports(
	ctx context.Context, r *mediav1.ListReportsRequest,
) (*mediav1.ListReportsResponse, error) {
	return rpc.Call(ctx, s.chain, mediav1.MediaOperatorService_ListReports_FullMethodName, r,
		decodeListReports, s.service.ListReports, encodeReports)
}

func (s *operatorServer) ShowPublication(
	ctx context.Context, r *mediav1.ShowPublicationRequest,
) (*httpbody.HttpBody, error) {
	return rpc.Call(ctx, s.chain, mediav1.MediaOperatorService_ShowPublication_FullMethodName, r, decodeShow,
		s.service.Show, encodePNG)
}

func (s *operatorServer) HidePublication(
	ctx context.Context, r *mediav1.HidePublicationRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, mediav1.MediaOperatorService_HidePublication_FullMethodName, r,
		decodeAct[*mediav1.HidePublicationRequest], rpc.NoContent(s.service.Hide), rpc.EncodeNoContent)
}

func (s *operatorServer) RestorePublication(
	ctx context.Context, r *mediav1.RestorePublicationRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, mediav1.MediaOperatorService_RestorePublication_FullMethodName, r,
		decodeAct[*mediav1.RestorePublicationRequest], rpc.NoContent(s.service.Restore), rpc.EncodeNoContent)
}

func (s *operatorServer) DismissReports(ctx context.Context, r *mediav1.DismissReportsRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, mediav1.MediaOperatorService_DismissReports_FullMethodName, r,
		decodeAct[*mediav1.DismissReportsRequest], rpc.NoContent(s.service.DismissReports), rpc.EncodeNoContent)
}

func (s *operatorServer) DismissLaneReports(
	ctx context.Context, r *mediav1.DismissLaneReportsRequest,
) (*mediav1.DismissLaneReportsResponse, error) {
	return rpc.Call(ctx, s.chain, mediav1.MediaOperatorService_DismissLaneReports_FullMethodName, r,
		decodeDismissLane, s.service.DismissLaneReports, encodeDismissed)
}

func (s *operatorServer) ImportArt(ctx context.Context, r *mediav1.ImportArtRequest) (*mediav1.Publication, error) {
	return rpc.Call(ctx, s.chain, mediav1.MediaOperatorService_ImportArt_FullMethodName, r,
		decodeImport, s.service.ImportArt, encodePublished)
}

func (s *operatorServer) ListFacts(
	ctx context.Context, r *mediav1.ListFactsRequest,
) (*mediav1.ListFactsResponse, error) {
	return rpc.Call(ctx, s.chain, mediav1.MediaOperatorService_ListFacts_FullMethodName, r,
		decodeListFacts, s.service.ListRecords, encodeFacts)
}

func (s *operatorServer) RepublishFacts(
	ctx context.Context, r *mediav1.RepublishFactsRequest,
) (*mediav1.RepublishFactsResponse, error) {
	return rpc.Call(ctx, s.chain, mediav1.MediaOperatorService_RepublishFacts_FullMethodName, r,
		decodeRepublish, s.service.RepublishEvents, encodeRepublished)
}

func (s *operatorServer) HideMissing(
	ctx context.Context, r *mediav1.HideMissingRequest,
) (*mediav1.HideMissingResponse, error) {
	return rpc.Call(ctx, s.chain, mediav1.MediaOperatorService_HideMissing_FullMethodName, r,
		decodeHideMissing, s.service.HideMissing, encodeMissing)
}

// decodeAct decodes an act on one publication.
func decodeAct[Request interface {
	GetPublicationId() string
	GetNote() string
}](_ context.Context, r Request) (publications.ActInput, error) {
	return publications.ActInput{PublicationID: r.GetPublicationId(), Note: r.GetNote()}, nil
}

func decodeShow(_ context.Context, r *mediav1.ShowPublicationRequest) (publications.ActInput, error) {
	return publications.ActInput{PublicationID: r.GetPublicationId()}, nil
}

func decodeDismissLane(
	_ context.Context, r *mediav1.DismissLaneReportsRequest,
) (publications.DismissLaneInput, error) {
	return publications.DismissLaneInput{Lane: r.GetLane(), Note: r.GetNote()}, nil
}

func encodeDismissed(d publications.DismissedReports) (*mediav1.DismissLaneReportsResponse, error) {
	return &mediav1.DismissLaneReportsResponse{Dismissed: int32(d.Dismissed), Remaining: int32(d.Remaining)}, nil
}

func decodeImport(_ context.Context, r *mediav1.ImportArtRequest) (publications.ImportInput, error) {
	return publications.ImportInput{
		Image: r.GetImage(), Caption: r.GetCaption(), Signature: r.GetSignature(), Key: r.GetIdempotencyKey(),
		Note: r.GetNote(),
	}, nil
}

func decodeListFacts(_ context.Context, r *mediav1.ListFactsRequest) (publications.ListRecordsInput, error) {
	return publications.ListRecordsInput{AfterID: r.GetAfterId(), Size: int(r.GetPageSize())}, nil
}

func encodeFacts(found []publications.PublicationRecord) (*mediav1.ListFactsResponse, error) {
	out := &mediav1.ListFactsResponse{}
	for _, p := range found {
		out.Publications = append(out.Publications, facts.ArtworkEvent(p))
	}
	return out, nil
}

func decodeRepublish(_ context.Context, r *mediav1.RepublishFactsRequest) (publications.ListRecordsInput, error) {
	return publications.ListRecordsInput{AfterID: r.GetAfterId(), Size: int(r.GetPageSize()), Note: r.GetNote()}, nil
}

func decodeHideMissing(_ context.Context, r *mediav1.HideMissingRequest) (publications.ListRecordsInput, error) {
	return publications.ListRecordsInput{AfterID: r.GetAfterId(), Size: int(r.GetPageSize()), Note: r.GetNote()}, nil
}

func encodeMissing(found publications.MissingPage) (*mediav1.HideMissingResponse, error) {
	out := &mediav1.HideMissingResponse{}
	for _, id := range found.Hidden {
		out.HiddenIds = append(out.HiddenIds, id.String())
	}
	if found.Last != uuid.Nil {
		out.LastId = found.Last.String()
	}
	return out, nil
}

func encodeRepublished(found []publications.PublicationRecord) (*mediav1.RepublishFactsResponse, error) {
	out := &mediav1.RepublishFactsResponse{Republished: int32(len(found))}
	if len(found) > 0 {
		out.LastId = found[len(found)-1].ID.String()
	}
	return out, nil
}

func decodeListReports(_ context.Context, r *mediav1.ListReportsRequest) (publications.ReportsInput, error) {
	return publications.ReportsInput{After: r.GetCursor(), Size: int(r.GetPageSize())}, nil
}

func encodeReports(p publications.ReportsPage) (*mediav1.ListReportsResponse, error) {
	out := &mediav1.ListReportsResponse{NextCursor: p.Next}
	for _, one := range p.Publications {
		out.Publications = append(out.Publications, encodeReported(one))
	}
	return out, nil
}

var hiders = map[publications.HiddenBy]mediav1.Hider{publications.HiddenByOperator: mediav1.Hider_HIDER_OPERATOR,
	publications.HiddenByCheck:   mediav1.Hider_HIDER_CHECK,
	publications.HiddenByReports: mediav1.Hider_HIDER_REPORTS}

func encodeReported(r publications.ReportedPublication) *mediav1.ReportedPublication {
	out := &mediav1.ReportedPublication{
		Publication: encodePublication(r.Published), HiddenBy: hiders[r.HiddenBy], OpenReports: int32(r.OpenReports),
	}
	for _, said := range r.Reports {
		out.Reports = append(out.Reports,
			&mediav1.Report{Reason: reasonsByValue[said.Reason], Note: said.Note, Lane: said.Lane,
				CreateTime: timestamppb.New(said.Created)})
	}
	return out
}

// reasonsByValue maps reasons to those of the contract.
var reasonsByValue = func() map[publications.ReportReason]mediav1.ReportReason {
	all := make(map[publications.ReportReason]mediav1.ReportReason)
	for named, reason := range reasons {
		all[reason] = named
	}
	return all
}()
