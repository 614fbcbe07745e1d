// Package transport translates between the outside and the use cases: gRPC calls and Kafka events.
package transport

import (
	"context"

	"mcwick.example/platform/rpc"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
)

// server answers the gallery's gRPC calls; what each does is in the contract.
type server struct {
	galleryv1.UnsafeGalleryServiceServer // a call without a method here does not compile
	listImages                           rpc.Method[*galleryv1.ListImagesRequest, *galleryv1.ListImagesResponse]
	getImage                             rpc.Method[*galleryv1.GetImageRequest, *galleryv1.Image]
	listLikes                            rpc.Method[*galleryv1.ListLikesRequest, *galleryv1.ListLikesResponse]
	likeImage                            rpc.Method[*galleryv1.LikeImageRequest, *galleryv1.LikeImageResponse]
}

// NewServer puts each use case behind a chain: likes, which wait in a queue, behind queued.
func NewServer(s *gallery.Service, chain, queued rpc.Chain) galleryv1.GalleryServiceServer {
	return &server{
		listImages: rpc.Handle(galleryv1.GalleryService_ListImages_FullMethodName, decodeListImages, s.ListImages, encodeListImages, chain),
		getImage:   rpc.Handle(galleryv1.GalleryService_GetImage_FullMethodName, decodeGetImage, s.GetImage, encodeGetImage, chain),
		listLikes:  rpc.Handle(galleryv1.GalleryService_ListLikes_FullMethodName, decodeListLikes, s.ListLikes, encodeListLikes, chain),
		likeImage:  rpc.Handle(galleryv1.GalleryService_LikeImage_FullMethodName, decodeLikeImage, s.LikeImage, encodeLikeImage, queued),
	}
}

func (s *server) ListImages(ctx context.Context, r *galleryv1.ListImagesRequest) (*galleryv1.ListImagesResponse, error) {
	return s.listImages(ctx, r)
}

func (s *server) GetImage(ctx context.Context, r *galleryv1.GetImageRequest) (*galleryv1.Image, error) {
	return s.getImage(ctx, r)
}

func (s *server) ListLikes(ctx context.Context, r *galleryv1.ListLikesRequest) (*galleryv1.ListLikesResponse, error) {
	return s.listLikes(ctx, r)
}

func (s *server) LikeImage(ctx context.Context, r *galleryv1.LikeImageRequest) (*galleryv1.LikeImageResponse, error) {
	return s.likeImage(ctx, r)
}
