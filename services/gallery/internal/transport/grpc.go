// Package transport translates gRPC calls and Kafka events to use cases.
package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/rpc"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
)

// server serves the gallery's gRPC calls; the contract describes each call.
type server struct {
	galleryv1.UnsafeGalleryServiceServer // a missing method does not compile
	service                              *gallery.Service
	chain                                rpc.Chain
	queued                               rpc.Chain
}

// NewServer registers each use case behind a chain: likes, which wait in a queue, behind queued.
func NewServer(s *gallery.Service, chain, queued rpc.Chain) galleryv1.GalleryServiceServer {
	return &server{service: s, chain: chain, queued: queued}
}

func (s *server) ListImages(
	ctx context.Context, r *galleryv1.ListImagesRequest,
) (*galleryv1.ListImagesResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListImages, s.service.ListImages, encodeListImages)
}

func (s *server) GetImage(ctx context.Context, r *galleryv1.GetImageRequest) (*galleryv1.Image, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetImage, s.service.GetImage, encodeImage)
}

func (s *server) GetRelatedImages(
	ctx context.Context, r *galleryv1.GetRelatedImagesRequest,
) (*galleryv1.RelatedImages, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetRelatedImages, s.service.GetRelated, encodeRelated)
}

func (s *server) GetAuthor(ctx context.Context, r *galleryv1.GetAuthorRequest) (*galleryv1.Author, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetAuthor, s.service.GetAuthor, encodeAuthor)
}

func (s *server) SetCandle(ctx context.Context, r *galleryv1.SetCandleRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeSetCandle, rpc.NoContent(s.service.SetCandle), rpc.EncodeNoContent)
}

func (s *server) ListLikes(ctx context.Context, r *galleryv1.ListLikesRequest) (*galleryv1.ListLikesResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListLikes, s.service.ListLikes, encodeListLikes)
}

func (s *server) LikeImage(ctx context.Context, r *galleryv1.LikeImageRequest) (*galleryv1.LikeImageResponse, error) {
	return rpc.Call(ctx, s.queued, r, decodeLikeImage, s.service.LikeImage, encodeLikeImage)
}

func (s *server) SettleDevice(
	ctx context.Context, r *galleryv1.SettleDeviceRequest,
) (*galleryv1.SettleDeviceResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeSettleDevice, s.service.SettleDevice, encodeSettleDevice)
}

func (s *server) GetDeviceHistory(
	ctx context.Context, r *galleryv1.GetDeviceHistoryRequest,
) (*galleryv1.GetDeviceHistoryResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetDeviceHistory, s.service.GetDeviceHistory, encodeGetDeviceHistory)
}
