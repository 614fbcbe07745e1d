// Package transport translates between the outside and the use cases: gRPC calls and Kafka events.
package transport

import (
	"context"

	"mcwick.example/platform/rpc"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	"mcwick.example/services/gallery/internal/gallery"
)

// Server answers the gallery's gRPC calls.
type Server struct {
	galleryv1.UnsafeGalleryServiceServer // a call without a method here does not compile
	listImages                           rpc.Method[*galleryv1.ListImagesRequest, *galleryv1.ListImagesResponse]
	getImage                             rpc.Method[*galleryv1.GetImageRequest, *galleryv1.Image]
	listLikes                            rpc.Method[*galleryv1.ListLikesRequest, *galleryv1.ListLikesResponse]
	likeImage                            rpc.Method[*galleryv1.LikeImageRequest, *galleryv1.LikeImageResponse]
}

// NewServer puts each use case behind a chain: likes, which wait in a queue, behind one of their own.
func NewServer(s *gallery.Service, chain, likes rpc.Chain) *Server {
	return &Server{
		listImages: rpc.Handle("list_images", decodeList, s.List, encodePage, chain),
		getImage:   rpc.Handle("get_image", decodeGet, s.Get, encodeOne, chain),
		listLikes:  rpc.Handle("list_likes", decodeLiked, s.Liked, encodeLiked, chain),
		likeImage:  rpc.Handle("like_image", decodeLike, s.Like, encodeLikes, likes),
	}
}

// ListImages gives one page of pictures of a type, newest first.
func (s *Server) ListImages(ctx context.Context, r *galleryv1.ListImagesRequest) (*galleryv1.ListImagesResponse, error) {
	return s.listImages(ctx, r)
}

// LikeImage records that this visitor likes a picture.
func (s *Server) LikeImage(ctx context.Context, r *galleryv1.LikeImageRequest) (*galleryv1.LikeImageResponse, error) {
	return s.likeImage(ctx, r)
}

// GetImage gives one picture.
func (s *Server) GetImage(ctx context.Context, r *galleryv1.GetImageRequest) (*galleryv1.Image, error) {
	return s.getImage(ctx, r)
}

// ListLikes tells which of the named pictures this visitor likes.
func (s *Server) ListLikes(ctx context.Context, r *galleryv1.ListLikesRequest) (*galleryv1.ListLikesResponse, error) {
	return s.listLikes(ctx, r)
}
