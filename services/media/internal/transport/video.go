package transport

import (
	"context"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/media"
)

// videoServer answers the calls about speech and videos; what each does is in the contract.
type videoServer struct {
	mediav1.UnsafeVideoServiceServer // a call without a method here does not compile
	storeSpeech                      rpc.Method[*mediav1.StoreSpeechRequest, *mediav1.Speech]
	copySpeech                       rpc.Method[*mediav1.CopySpeechRequest, *mediav1.Speech]
	createVideo                      rpc.Method[*mediav1.CreateVideoRequest, *mediav1.Video]
	waitVideo                        rpc.Method[*mediav1.WaitVideoRequest, *mediav1.Video]
	cancelVideo                      rpc.Method[*mediav1.CancelVideoRequest, *mediav1.Video]
	shareVideo                       rpc.Method[*mediav1.ShareVideoRequest, *mediav1.SharedVideo]
	getSharedVideo                   rpc.Method[*mediav1.GetSharedVideoRequest, *mediav1.SharedVideo]
}

// NewVideoServer puts each use case behind its chain: waiting is only waiting, and many do it at a time.
func NewVideoServer(voices *media.Voices, v *media.Videos, chain, waiting rpc.Chain) mediav1.VideoServiceServer {
	return &videoServer{
		storeSpeech:    rpc.Handle(mediav1.VideoService_StoreSpeech_FullMethodName, decodeStoreSpeech, voices.StoreSpeech, encodeSpeech, chain),
		copySpeech:     rpc.Handle(mediav1.VideoService_CopySpeech_FullMethodName, decodeCopySpeech, voices.CopySpeech, encodeSpeech, chain),
		createVideo:    rpc.Handle(mediav1.VideoService_CreateVideo_FullMethodName, decodeCreateVideo, v.Create, encodeVideo, chain),
		waitVideo:      rpc.Handle(mediav1.VideoService_WaitVideo_FullMethodName, decodeWaitVideo, v.Wait, encodeVideo, waiting),
		cancelVideo:    rpc.Handle(mediav1.VideoService_CancelVideo_FullMethodName, decodeCancelVideo, v.Cancel, encodeVideo, chain),
		shareVideo:     rpc.Handle(mediav1.VideoService_ShareVideo_FullMethodName, decodeShareVideo, v.Share, encodeShared, chain),
		getSharedVideo: rpc.Handle(mediav1.VideoService_GetSharedVideo_FullMethodName, decodeGetShared, v.SharedVideo, encodeShared, chain),
	}
}

func (s *videoServer) StoreSpeech(ctx context.Context, r *mediav1.StoreSpeechRequest) (*mediav1.Speech, error) {
	return s.storeSpeech(ctx, r)
}

func (s *videoServer) CopySpeech(ctx context.Context, r *mediav1.CopySpeechRequest) (*mediav1.Speech, error) {
	return s.copySpeech(ctx, r)
}

func (s *videoServer) CreateVideo(ctx context.Context, r *mediav1.CreateVideoRequest) (*mediav1.Video, error) {
	return s.createVideo(ctx, r)
}

func (s *videoServer) WaitVideo(ctx context.Context, r *mediav1.WaitVideoRequest) (*mediav1.Video, error) {
	return s.waitVideo(ctx, r)
}

func (s *videoServer) CancelVideo(ctx context.Context, r *mediav1.CancelVideoRequest) (*mediav1.Video, error) {
	return s.cancelVideo(ctx, r)
}

func (s *videoServer) ShareVideo(ctx context.Context, r *mediav1.ShareVideoRequest) (*mediav1.SharedVideo, error) {
	return s.shareVideo(ctx, r)
}

func (s *videoServer) GetSharedVideo(ctx context.Context, r *mediav1.GetSharedVideoRequest) (*mediav1.SharedVideo, error) {
	return s.getSharedVideo(ctx, r)
}
