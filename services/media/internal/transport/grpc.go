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

// Server answers the media service's gRPC calls.
type Server struct {
	mediav1.UnsafeMediaServiceServer // a call without a method here does not compile
	storeArtwork                     rpc.Method[*mediav1.StoreArtworkRequest, *mediav1.Artwork]
	getArtwork                       rpc.Method[*mediav1.GetArtworkRequest, *mediav1.Artwork]
	layOutText                       rpc.Method[*mediav1.LayOutTextRequest, *mediav1.TextLayout]
	renderPreview                    rpc.Method[*mediav1.RenderPreviewRequest, *httpbody.HttpBody]
	publish                          rpc.Method[*mediav1.PublishRequest, *mediav1.Publication]
	withdraw                         rpc.Method[*mediav1.WithdrawPublicationRequest, *emptypb.Empty]
}

// NewServer puts each use case behind the chain.
func NewServer(s *media.Service, chain rpc.Chain) *Server {
	return &Server{
		storeArtwork:  rpc.Handle("store_artwork", decodeStore, s.StoreArtwork, encodeArtwork, chain),
		getArtwork:    rpc.Handle("get_artwork", decodeGet, s.Artwork, encodeArtwork, chain),
		layOutText:    rpc.Handle("lay_out_text", decodeLayOut, s.LayOut, encodeLayout, chain),
		renderPreview: rpc.Handle("render_preview", decodePreview, s.Preview, encodePNG, chain),
		publish:       rpc.Handle("publish", decodePublish, s.Publish, encodePublication, chain),
		withdraw:      rpc.Handle("withdraw_publication", decodeWithdraw, s.Withdraw, encodeWithdrawn, chain),
	}
}

// StoreArtwork checks a picture and keeps it for its visitor.
func (s *Server) StoreArtwork(ctx context.Context, r *mediav1.StoreArtworkRequest) (*mediav1.Artwork, error) {
	return s.storeArtwork(ctx, r)
}

// GetArtwork gives an artwork that was stored.
func (s *Server) GetArtwork(ctx context.Context, r *mediav1.GetArtworkRequest) (*mediav1.Artwork, error) {
	return s.getArtwork(ctx, r)
}

// RenderPreview paints the overlays on an artwork and gives the picture.
func (s *Server) RenderPreview(ctx context.Context, r *mediav1.RenderPreviewRequest) (*httpbody.HttpBody, error) {
	return s.renderPreview(ctx, r)
}

// Publish paints the overlays on an artwork and puts the result into the gallery.
func (s *Server) Publish(ctx context.Context, r *mediav1.PublishRequest) (*mediav1.Publication, error) {
	return s.publish(ctx, r)
}

// LayOutText breaks a text into lines and gives their shapes.
func (s *Server) LayOutText(ctx context.Context, r *mediav1.LayOutTextRequest) (*mediav1.TextLayout, error) {
	return s.layOutText(ctx, r)
}

// WithdrawPublication takes a picture out of the public.
func (s *Server) WithdrawPublication(ctx context.Context, r *mediav1.WithdrawPublicationRequest) (*emptypb.Empty, error) {
	return s.withdraw(ctx, r)
}
