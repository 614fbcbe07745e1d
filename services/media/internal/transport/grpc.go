// Package transport translates between the outside and the use cases: gRPC calls, the events that tell
// of publications, and the HTTP address under which the bytes are read.
package transport

import (
	"context"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/media"
)

// server answers the media service's gRPC calls; what each does is in the contract.
type server struct {
	mediav1.UnsafeMediaServiceServer // a call without a method here does not compile
	storeArtwork                     rpc.Method[*mediav1.StoreArtworkRequest, *mediav1.Artwork]
	getArtwork                       rpc.Method[*mediav1.GetArtworkRequest, *mediav1.Artwork]
	layOutText                       rpc.Method[*mediav1.LayOutTextRequest, *mediav1.TextLayout]
	renderPreview                    rpc.Method[*mediav1.RenderPreviewRequest, *httpbody.HttpBody]
	publish                          rpc.Method[*mediav1.PublishRequest, *mediav1.Publication]
	listPublications                 rpc.Method[*mediav1.ListPublicationsRequest, *mediav1.ListPublicationsResponse]
	withdraw                         rpc.Method[*mediav1.WithdrawPublicationRequest, *emptypb.Empty]
	report                           rpc.Method[*mediav1.ReportPublicationRequest, *emptypb.Empty]
}

// NewServer puts each use case behind the chain.
func NewServer(s *media.Service, chain rpc.Chain) mediav1.MediaServiceServer {
	return &server{
		storeArtwork:     rpc.Handle(mediav1.MediaService_StoreArtwork_FullMethodName, decodeStore, s.StoreArtwork, encodeArtwork, chain),
		getArtwork:       rpc.Handle(mediav1.MediaService_GetArtwork_FullMethodName, decodeGet, s.Artwork, encodeArtwork, chain),
		layOutText:       rpc.Handle(mediav1.MediaService_LayOutText_FullMethodName, decodeLayOut, s.LayOut, encodeLayout, chain),
		renderPreview:    rpc.Handle(mediav1.MediaService_RenderPreview_FullMethodName, decodePreview, s.Preview, encodePNG, chain),
		publish:          rpc.Handle(mediav1.MediaService_Publish_FullMethodName, decodePublish, s.Publish, encodePublished, chain),
		listPublications: rpc.Handle(mediav1.MediaService_ListPublications_FullMethodName, decodeList, s.List, encodePage, chain),
		withdraw:         rpc.Handle(mediav1.MediaService_WithdrawPublication_FullMethodName, decodeWithdraw, s.Withdraw, encodeWithdrawn, chain),
		report:           rpc.Handle(mediav1.MediaService_ReportPublication_FullMethodName, decodeReport, rpc.Quiet(s.Report), rpc.EncodeNothing, chain),
	}
}

func (s *server) StoreArtwork(ctx context.Context, r *mediav1.StoreArtworkRequest) (*mediav1.Artwork, error) {
	return s.storeArtwork(ctx, r)
}

func (s *server) GetArtwork(ctx context.Context, r *mediav1.GetArtworkRequest) (*mediav1.Artwork, error) {
	return s.getArtwork(ctx, r)
}

func (s *server) RenderPreview(ctx context.Context, r *mediav1.RenderPreviewRequest) (*httpbody.HttpBody, error) {
	return s.renderPreview(ctx, r)
}

func (s *server) Publish(ctx context.Context, r *mediav1.PublishRequest) (*mediav1.Publication, error) {
	return s.publish(ctx, r)
}

func (s *server) LayOutText(ctx context.Context, r *mediav1.LayOutTextRequest) (*mediav1.TextLayout, error) {
	return s.layOutText(ctx, r)
}

func (s *server) ListPublications(ctx context.Context, r *mediav1.ListPublicationsRequest) (*mediav1.ListPublicationsResponse, error) {
	return s.listPublications(ctx, r)
}

func (s *server) WithdrawPublication(ctx context.Context, r *mediav1.WithdrawPublicationRequest) (*emptypb.Empty, error) {
	return s.withdraw(ctx, r)
}

func (s *server) ReportPublication(ctx context.Context, r *mediav1.ReportPublicationRequest) (*emptypb.Empty, error) {
	return s.report(ctx, r)
}
