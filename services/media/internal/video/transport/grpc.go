// Package transport translates gRPC calls and requests for objects to the use cases of speech and
// videos.
package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/video/videos"
)

// server serves the calls about speech and videos; the contract describes each call.
type server struct {
	mediav1.UnsafeVideoServiceServer // a missing method does not compile
	speech                           *videos.SpeechService
	videos                           *videos.Videos
	chain, reads                     rpc.Chain
}

// NewServer registers each use case behind its chain: reads is for pages that follow a video, of which many come at a
// time.
func NewServer(voices *videos.SpeechService, v *videos.Videos, chain, reads rpc.Chain) mediav1.VideoServiceServer {
	return &server{speech: voices, videos: v, chain: chain, reads: reads}
}

func (s *server) StoreSpeech(ctx context.Context, r *mediav1.StoreSpeechRequest) (*mediav1.Speech, error) {
	return rpc.Call(ctx, s.chain, r, decodeStoreSpeech, s.speech.StoreSpeech, encodeSpeech)
}

func (s *server) CopySpeech(ctx context.Context, r *mediav1.CopySpeechRequest) (*mediav1.Speech, error) {
	return rpc.Call(ctx, s.chain, r, decodeCopySpeech, s.speech.CopySpeech, encodeSpeech)
}

func (s *server) GetSpeech(ctx context.Context, r *mediav1.GetSpeechRequest) (*mediav1.Speech, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetSpeech, s.speech.Speech, encodeSpeech)
}

func (s *server) CreateVideo(ctx context.Context, r *mediav1.CreateVideoRequest) (*mediav1.Video, error) {
	return rpc.Call(ctx, s.chain, r, decodeCreateVideo, s.videos.Create, encodeVideo)
}

func (s *server) WaitVideo(ctx context.Context, r *mediav1.WaitVideoRequest) (*mediav1.Video, error) {
	return rpc.Call(ctx, s.reads, r, decodeWaitVideo, s.videos.Wait, encodeVideo)
}

func (s *server) CancelVideo(ctx context.Context, r *mediav1.CancelVideoRequest) (*mediav1.Video, error) {
	return rpc.Call(ctx, s.chain, r, decodeOwn, s.videos.Cancel, encodeVideo)
}

func (s *server) ShareVideo(ctx context.Context, r *mediav1.ShareVideoRequest) (*mediav1.SharedVideo, error) {
	return rpc.Call(ctx, s.chain, r, decodeShareVideo, s.videos.Share, encodeShared)
}

func (s *server) ListSharedVideos(
	ctx context.Context, r *mediav1.ListSharedVideosRequest,
) (*mediav1.ListSharedVideosResponse, error) {
	return rpc.Call(ctx, s.chain, r, decodeListShared, s.videos.ListShared, encodeSharedPage)
}

func (s *server) WithdrawSharedVideo(
	ctx context.Context, r *mediav1.WithdrawSharedVideoRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeOwn, rpc.NoContent(s.videos.Withdraw), rpc.EncodeNoContent)
}

func (s *server) GetSharedVideo(ctx context.Context, r *mediav1.GetSharedVideoRequest) (*mediav1.SharedVideo, error) {
	return rpc.Call(ctx, s.chain, r, decodeGetShared, s.videos.SharedVideo, encodeShared)
}
