package transport

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/facts"
	"mcwick.example/services/media/internal/media"
)

// operatorServer answers the calls of operators; what each does is in the contract.
type operatorServer struct {
	mediav1.UnsafeMediaOperatorServiceServer // a call without a method here does not compile
	listReports                              rpc.Method[*mediav1.ListReportsRequest, *mediav1.ListReportsResponse]
	show                                     rpc.Method[*mediav1.ShowPublicationRequest, *httpbody.HttpBody]
	hide                                     rpc.Method[*mediav1.HidePublicationRequest, *emptypb.Empty]
	restore                                  rpc.Method[*mediav1.RestorePublicationRequest, *emptypb.Empty]
	dismiss                                  rpc.Method[*mediav1.DismissReportsRequest, *emptypb.Empty]
	importArt                                rpc.Method[*mediav1.ImportArtRequest, *mediav1.Publication]
	listFacts                                rpc.Method[*mediav1.ListFactsRequest, *mediav1.ListFactsResponse]
	republish                                rpc.Method[*mediav1.RepublishFactsRequest, *mediav1.RepublishFactsResponse]
	hideMissing                              rpc.Method[*mediav1.HideMissingRequest, *mediav1.HideMissingResponse]
}

// NewOperatorServer puts each use case of operators behind the chain.
func NewOperatorServer(s *media.Service, chain rpc.Chain) mediav1.MediaOperatorServiceServer {
	return &operatorServer{
		listReports: rpc.Handle(mediav1.MediaOperatorService_ListReports_FullMethodName, decodeListReports, s.ListReports, encodeReports, chain),
		show:        rpc.Handle(mediav1.MediaOperatorService_ShowPublication_FullMethodName, decodeShow, s.Show, encodePNG, chain),
		hide:        rpc.Handle(mediav1.MediaOperatorService_HidePublication_FullMethodName, decodeAct[*mediav1.HidePublicationRequest], rpc.Quiet(s.Hide), rpc.EncodeNothing, chain),
		restore:     rpc.Handle(mediav1.MediaOperatorService_RestorePublication_FullMethodName, decodeAct[*mediav1.RestorePublicationRequest], rpc.Quiet(s.Restore), rpc.EncodeNothing, chain),
		dismiss:     rpc.Handle(mediav1.MediaOperatorService_DismissReports_FullMethodName, decodeAct[*mediav1.DismissReportsRequest], rpc.Quiet(s.DismissReports), rpc.EncodeNothing, chain),
		importArt:   rpc.Handle(mediav1.MediaOperatorService_ImportArt_FullMethodName, decodeImport, s.ImportArt, encodePublished, chain),
		listFacts:   rpc.Handle(mediav1.MediaOperatorService_ListFacts_FullMethodName, decodeListFacts, s.ListFacts, encodeFacts, chain),
		republish:   rpc.Handle(mediav1.MediaOperatorService_RepublishFacts_FullMethodName, decodeRepublish, s.RepublishFacts, encodeRepublished, chain),
		hideMissing: rpc.Handle(mediav1.MediaOperatorService_HideMissing_FullMethodName, decodeHideMissing, s.HideMissing, encodeMissing, chain),
	}
}

func (s *operatorServer) ListReports(ctx context.Context, r *mediav1.ListReportsRequest) (*mediav1.ListReportsResponse, error) {
	return s.listReports(ctx, r)
}

func (s *operatorServer) ShowPublication(ctx context.Context, r *mediav1.ShowPublicationRequest) (*httpbody.HttpBody, error) {
	return s.show(ctx, r)
}

func (s *operatorServer) HidePublication(ctx context.Context, r *mediav1.HidePublicationRequest) (*emptypb.Empty, error) {
	return s.hide(ctx, r)
}

func (s *operatorServer) RestorePublication(ctx context.Context, r *mediav1.RestorePublicationRequest) (*emptypb.Empty, error) {
	return s.restore(ctx, r)
}

func (s *operatorServer) DismissReports(ctx context.Context, r *mediav1.DismissReportsRequest) (*emptypb.Empty, error) {
	return s.dismiss(ctx, r)
}

func (s *operatorServer) ImportArt(ctx context.Context, r *mediav1.ImportArtRequest) (*mediav1.Publication, error) {
	return s.importArt(ctx, r)
}

func (s *operatorServer) ListFacts(ctx context.Context, r *mediav1.ListFactsRequest) (*mediav1.ListFactsResponse, error) {
	return s.listFacts(ctx, r)
}

func (s *operatorServer) RepublishFacts(ctx context.Context, r *mediav1.RepublishFactsRequest) (*mediav1.RepublishFactsResponse, error) {
	return s.republish(ctx, r)
}

func (s *operatorServer) HideMissing(ctx context.Context, r *mediav1.HideMissingRequest) (*mediav1.HideMissingResponse, error) {
	return s.hideMissing(ctx, r)
}

// decodeAct reads what is done with one publication.
func decodeAct[Request interface {
	GetPublicationId() string
	GetNote() string
}](_ context.Context, r Request) (media.ActInput, error) {
	return media.ActInput{PublicationID: r.GetPublicationId(), Note: r.GetNote()}, nil
}

func decodeShow(_ context.Context, r *mediav1.ShowPublicationRequest) (media.ActInput, error) {
	return media.ActInput{PublicationID: r.GetPublicationId()}, nil
}

func decodeImport(_ context.Context, r *mediav1.ImportArtRequest) (media.ImportInput, error) {
	return media.ImportInput{
		Image: r.GetImage(), Caption: r.GetCaption(), Signature: r.GetSignature(), Key: r.GetIdempotencyKey(), Note: r.GetNote(),
	}, nil
}

func decodeListFacts(_ context.Context, r *mediav1.ListFactsRequest) (media.FactsInput, error) {
	return media.FactsInput{AfterID: r.GetAfterId(), Size: int(r.GetPageSize())}, nil
}

func encodeFacts(found []media.Standing) (*mediav1.ListFactsResponse, error) {
	out := &mediav1.ListFactsResponse{}
	for _, p := range found {
		out.Publications = append(out.Publications, facts.Of(p))
	}
	return out, nil
}

func decodeRepublish(_ context.Context, r *mediav1.RepublishFactsRequest) (media.FactsInput, error) {
	return media.FactsInput{AfterID: r.GetAfterId(), Size: int(r.GetPageSize()), Note: r.GetNote()}, nil
}

func decodeHideMissing(_ context.Context, r *mediav1.HideMissingRequest) (media.FactsInput, error) {
	return media.FactsInput{AfterID: r.GetAfterId(), Size: int(r.GetPageSize()), Note: r.GetNote()}, nil
}

func encodeMissing(found media.MissingPage) (*mediav1.HideMissingResponse, error) {
	out := &mediav1.HideMissingResponse{}
	for _, id := range found.Hidden {
		out.HiddenIds = append(out.HiddenIds, id.String())
	}
	if found.Last != uuid.Nil {
		out.LastId = found.Last.String()
	}
	return out, nil
}

func encodeRepublished(found []media.Standing) (*mediav1.RepublishFactsResponse, error) {
	out := &mediav1.RepublishFactsResponse{Republished: int32(len(found))}
	if len(found) > 0 {
		out.LastId = found[len(found)-1].ID.String()
	}
	return out, nil
}

func decodeListReports(_ context.Context, r *mediav1.ListReportsRequest) (media.ReportsInput, error) {
	return media.ReportsInput{After: r.GetCursor(), Size: int(r.GetPageSize())}, nil
}

func encodeReports(p media.ReportsPage) (*mediav1.ListReportsResponse, error) {
	out := &mediav1.ListReportsResponse{NextCursor: p.Next}
	for _, one := range p.Publications {
		out.Publications = append(out.Publications, encodeReported(one))
	}
	return out, nil
}

var hiders = map[media.HiddenBy]mediav1.Hider{media.HiddenByOperator: mediav1.Hider_HIDER_OPERATOR, media.HiddenByReports: mediav1.Hider_HIDER_REPORTS}

func encodeReported(r media.Reported) *mediav1.ReportedPublication {
	out := &mediav1.ReportedPublication{
		Publication: encodePublication(r.Published), HiddenBy: hiders[r.HiddenBy], OpenReports: int32(r.OpenReports),
	}
	for _, said := range r.Reports {
		out.Reports = append(out.Reports, &mediav1.Report{Reason: told[said.Reason], Note: said.Note, CreateTime: timestamppb.New(said.Created)})
	}
	return out
}

// told are the reasons as the contract names them.
var told = func() map[media.ReportReason]mediav1.ReportReason {
	all := make(map[media.ReportReason]mediav1.ReportReason)
	for named, reason := range reasons {
		all[reason] = named
	}
	return all
}()
