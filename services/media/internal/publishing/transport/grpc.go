// Package transport translates gRPC calls and requests for pictures to publishing's use cases.
package transport

import (
	"context"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
)

// server serves the media service's gRPC calls; the contract describes each call.
type server struct {
	mediav1.UnsafeMediaServiceServer // a missing method does not compile
	service                          *publications.Service
	chain                            rpc.Chain
}

// NewServer registers each use case behind the chain.
func NewServer(s *publications.Service, chain rpc.Chain) mediav1.MediaServiceServer {
	return &server{service: s, chain: chain}
}

func (s *server) StoreArtwork(ctx context.Context, r *mediav1.StoreArtworkRequest) (*mediav1.Artwork, error) {
	return rpc.Call(ctx, s.chain, r, decodeStore, s.service.StoreArtwork, encodeArtwork)
}

func (s *server) GetArtwork(ctx context.Context, r *mediav1.GetArtworkRequest) (*mediav1.Artwork, error) {
	return rpc.Call(ctx, s.chain, r, decodeGet, s.service.Artwork, encodeArtwork)
}

func (s *server) RenderPreview(ctx context.Context, r *mediav1.RenderPreviewRequest) (*httpbody.HttpBody, error) {
	return rpc.Call(ctx, s.chain, r, decodePreview, s.service.Preview, encodePNG)
}

func (s *server) Publish(ctx context.Context, r *mediav1.PublishRequest) (*mediav1.Publication, error) {
	return rpc.Call(ctx, s.chain, r, decodePublish, s.service.Publish, encodePublication)
}

func (s *server) LayOutText(ctx context.Context, r *mediav1.LayOutTextRequest) (*mediav1.TextLayout, error) {
	return rpc.Call(ctx, s.chain, r, decodeLayOut, s.service.LayOut, encodeLayout)
}

func (s *server) ListPublications(
	ctx context.Context, r *mediav1.ListPublicationsRequest,
) (*mediav1.ListPublicationsResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeList, s.service.List, encodePage)
}

func (s *server) WithdrawPublication(
	ctx context.Context, r *mediav1.WithdrawPublicationRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeWithdraw, s.service.Withdraw, encodeWithdrawn)
}

func (s *server) ReportPublication(ctx context.Context, r *mediav1.ReportPublicationRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeReport, rpc.NoContent(s.service.Report), rpc.EncodeNoContent)
}

func (s *server) AppealPublication(ctx context.Context, r *mediav1.AppealPublicationRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeAppeal, rpc.NoContent(s.service.Appeal), rpc.EncodeNoContent)
}

func (s *server) DrawCard(ctx context.Context, r *mediav1.DrawCardRequest) (*httpbody.HttpBody, error) {
	return rpc.Call(ctx, s.chain, r, decodeDrawCard, s.service.DrawCard, encodeJPEG)
}

func (s *server) GetPublisherHistory(
	ctx context.Context, r *mediav1.GetPublisherHistoryRequest,
) (*mediav1.GetPublisherHistoryResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetPublisherHistory, s.service.GetPublisherHistory,
		encodeGetPublisherHistory)
}
