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
	return rpc.Call(ctx, s.chain, mediav1.VideoService_StoreSpeech_FullMethodName, r, decodeStoreSpeech,
		s.speech.StoreSpeech, encodeSpeech)
}

func (s *server) CopySpeech(ctx context.Context, r *mediav1.CopySpeechRequest) (*mediav1.Speech, error) {
	return rpc.Call(ctx, s.chain, mediav1.VideoService_CopySpeech_FullMethodName, r, decodeCopySpeech,
		s.speech.CopySpeech, encodeSpeech)
}

func (s *server) GetSpeech(ctx context.Context, r *mediav1.GetSpeechRequest) (*mediav1.Speech, error) {
	return rpc.Call(ctx, s.chain, mediav1.VideoService_GetSpeech_FullMethodName, r, decodeGetSpeech, s.speech.Speech,
		encodeSpeech)
}

func (s *server) CreateVideo(ctx context.Context, r *mediav1.CreateVideoRequest) (*mediav1.Video, error) {
	return rpc.Call(ctx, s.chain, mediav1.VideoService_CreateVideo_FullMethodName, r, decodeCreateVideo,
		s.videos.Create, encodeVideo)
}

func (s *server) WaitVideo(ctx context.Context, r *mediav1.WaitVideoRequest) (*mediav1.Video, error) {
	return rpc.Call(ctx, s.reads, mediav1.VideoService_WaitVideo_FullMethodName, r, decodeWaitVideo, s.videos.Wait,
		encodeVideo)
}

func (s *server) CancelVideo(ctx context.Context, r *mediav1.CancelVideoRequest) (*mediav1.Video, error) {
	return rpc.Call(ctx, s.chain, mediav1.VideoService_CancelVideo_FullMethodName, r, decodeOwn,
		s.videos.Cancel, encodeVideo)
}

func (s *server) ShareVideo(ctx context.Context, r *mediav1.ShareVideoRequest) (*mediav1.SharedVideo, error) {
	return rpc.Call(ctx, s.chain, mediav1.VideoService_ShareVideo_FullMethodName, r, decodeShareVideo, s.videos.Share,
		encodeShared)
}

func (s *server) ListSharedVideos(
	ctx context.Context, r *mediav1.ListSharedVideosRequest,
) (*mediav1.ListSharedVideosResponse, error) {
	return rpc.Call(ctx, s.chain, mediav1.VideoService_ListSharedVideos_FullMethodName, r, decodeListShared,
		s.videos.ListShared, encodeSharedPage)
}

func (s *server) WithdrawSharedVideo(
	ctx context.Context, r *mediav1.WithdrawSharedVideoRequest,
) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, mediav1.VideoService_WithdrawSharedVideo_FullMethodName, r, decodeOwn,
		rpc.NoContent(s.videos.Withdraw), rpc.EncodeNoContent)
}

func (s *server) GetSharedVideo(ctx context.Context, r *mediav1.GetSharedVideoRequest) (*mediav1.SharedVideo, error) {
	return rpc.Call(ctx, s.chain, mediav1.VideoService_GetSharedVideo_FullMethodName, r,
		decodeGetShared, s.videos.SharedVideo, encodeShared)
}
