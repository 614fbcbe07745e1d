package transport

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/api/httpbody"

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
	movedCalls
}

// NewOperatorServer registers the operators' use cases behind the chain.
func NewOperatorServer(s *publications.Service, chain rpc.Chain) mediav1.MediaOperatorServiceServer {
	return &operatorServer{service: s, chain: chain}
}

func (s *operatorServer) ShowPublication(
	ctx context.Context, r *mediav1.ShowPublicationRequest,
) (*httpbody.HttpBody, error) {
	return rpc.Call(ctx, s.chain, r, decodeShow, s.service.Show, encodeShown)
}

func (s *operatorServer) ImportArt(ctx context.Context, r *mediav1.ImportArtRequest) (*mediav1.Publication, error) {
	return rpc.Call(ctx, s.chain, r, decodeImport, s.service.ImportArt, encodePublication)
}

func (s *operatorServer) ListFacts(
	ctx context.Context, r *mediav1.ListFactsRequest,
) (*mediav1.ListFactsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListFacts, s.service.ListRecords, encodeFacts)
}

func (s *operatorServer) RepublishFacts(
	ctx context.Context, r *mediav1.RepublishFactsRequest,
) (*mediav1.RepublishFactsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeRepublish, s.service.RepublishEvents, encodeRepublished)
}

func (s *operatorServer) HideMissing(
	ctx context.Context, r *mediav1.HideMissingRequest,
) (*mediav1.HideMissingResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeHideMissing, s.service.HideMissing, encodeMissing)
}

func decodeShow(_ context.Context, r *mediav1.ShowPublicationRequest) (publications.ShowInput, error) {
	return publications.ShowInput{PublicationID: r.GetPublicationId(),
		Small: r.GetSize() == mediav1.PictureSize_PICTURE_SIZE_SMALL}, nil
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

func encodeFacts(found []publications.PublicationRecord) *mediav1.ListFactsResponse {
	out := &mediav1.ListFactsResponse{}
	for _, p := range found {
		out.Publications = append(out.Publications, facts.ArtworkEvent(p))
	}
	return out
}

func decodeRepublish(_ context.Context, r *mediav1.RepublishFactsRequest) (publications.ListRecordsInput, error) {
	return publications.ListRecordsInput{AfterID: r.GetAfterId(), Size: int(r.GetPageSize()), Note: r.GetNote()}, nil
}

func decodeHideMissing(_ context.Context, r *mediav1.HideMissingRequest) (publications.ListRecordsInput, error) {
	return publications.ListRecordsInput{AfterID: r.GetAfterId(), Size: int(r.GetPageSize()), Note: r.GetNote()}, nil
}

func encodeMissing(found publications.MissingPage) *mediav1.HideMissingResponse {
	out := &mediav1.HideMissingResponse{}
	for _, id := range found.Hidden {
		out.HiddenIds = append(out.HiddenIds, id.String())
	}
	if found.Last != uuid.Nil {
		out.LastId = found.Last.String()
	}
	return out
}

func encodeRepublished(found []publications.PublicationRecord) *mediav1.RepublishFactsResponse {
	out := &mediav1.RepublishFactsResponse{Republished: int32(len(found))}
	if len(found) > 0 {
		out.LastId = found[len(found)-1].ID.String()
	}
	return out
}
