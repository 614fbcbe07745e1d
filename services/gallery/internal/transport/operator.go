package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/rpc"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// operatorServer serves the operators' calls; the contract describes each call.
type operatorServer struct {
	galleryv1.UnsafeGalleryOperatorServiceServer // a missing method does not compile
	service                                      *gallery.Service
	chain                                        rpc.Chain
}

// NewOperatorServer registers the operators' use cases behind the chain.
func NewOperatorServer(s *gallery.Service, chain rpc.Chain) galleryv1.GalleryOperatorServiceServer {
	return &operatorServer{service: s, chain: chain}
}

func (s *operatorServer) ListFacts(
	ctx context.Context, r *galleryv1.ListFactsRequest,
) (*galleryv1.ListFactsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListFacts, s.service.ListRecords, encodeFacts)
}

func (s *operatorServer) RecountLikes(
	ctx context.Context, r *galleryv1.RecountLikesRequest,
) (*galleryv1.RecountLikesResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeRecount, s.service.RecountLikes, encodeRecounted)
}

func decodeListFacts(_ context.Context, r *galleryv1.ListFactsRequest) (gallery.ListRecordsInput, error) {
	return gallery.ListRecordsInput{AfterID: r.GetAfterId(), Size: int(r.GetPageSize())}, nil
}

func encodeFacts(found []gallery.ImageRecord) *galleryv1.ListFactsResponse {
	out := &galleryv1.ListFactsResponse{}
	for _, p := range found {
		out.Publications = append(out.Publications, encodeRecord(p))
	}
	return out
}

// encodeRecord returns the facts of a picture; decodeArtwork and decodeWithdrawal are its inverse.
func encodeRecord(p gallery.ImageRecord) *mediav1.PublicationFacts {
	facts := &mediav1.PublicationFacts{Published: &mediav1.ArtworkPublished{
		PublicationId: p.ID.String(),
		ObjectName:    p.ObjectName,
		Type:          string(p.Type),
		Prompt:        p.Prompt,
		Action:        p.Action,
		Scene:         p.Scene,
		Style:         p.Style,
		Signature:     p.Signature,
		Caption:       p.Caption,
		PublishTime:   timestamppb.New(p.Created),
		Placeholder:   p.Placeholder,
		Traits:        p.Traits,
		Seed:          int32(p.Seed),
		Source:        p.Source,
		Account:       p.Account,
		Handle:        p.SignedHandle,
		ParentId:      encodeID(p.Parent),
		HasTexts:      p.HasTexts,
	}}
	for _, v := range p.Variants {
		facts.Published.Variants = append(facts.Published.Variants,
			&mediav1.ArtworkVariant{ObjectName: v.ObjectName, Width: int32(v.Width)})
	}
	switch {
	case p.Withdrawn == nil:
	case p.Restored == nil:
		facts.Withdrawn = &mediav1.ArtworkWithdrawn{PublicationId: p.ID.String(),
			WithdrawTime: timestamppb.New(*p.Withdrawn), Version: int32(p.Version)}
	default:
		facts.Restored = &mediav1.ArtworkRestored{PublicationId: p.ID.String(), Version: int32(p.Version)}
	}
	return facts
}

func decodeRecount(_ context.Context, r *galleryv1.RecountLikesRequest) (string, error) {
	return r.GetNote(), nil
}

func encodeRecounted(corrected int) *galleryv1.RecountLikesResponse {
	return &galleryv1.RecountLikesResponse{Corrected: int32(corrected)}
}
