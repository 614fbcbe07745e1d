package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/media"
)

// videoServer answers the calls about speech and videos; what each does is in the contract.
type videoServer struct {
	mediav1.UnsafeVideoServiceServer // a call without a method here does not compile
	storeSpeech                      rpc.Method[*mediav1.StoreSpeechRequest, *mediav1.Speech]
	copySpeech                       rpc.Method[*mediav1.CopySpeechRequest, *mediav1.Speech]
}

// NewVideoServer puts each use case behind the chain.
func NewVideoServer(v *media.Voices, chain rpc.Chain) mediav1.VideoServiceServer {
	return &videoServer{
		storeSpeech: rpc.Handle(mediav1.VideoService_StoreSpeech_FullMethodName, decodeStoreSpeech, v.StoreSpeech, encodeSpeech, chain),
		copySpeech:  rpc.Handle(mediav1.VideoService_CopySpeech_FullMethodName, decodeCopySpeech, v.CopySpeech, encodeSpeech, chain),
	}
}

func (s *videoServer) StoreSpeech(ctx context.Context, r *mediav1.StoreSpeechRequest) (*mediav1.Speech, error) {
	return s.storeSpeech(ctx, r)
}

func (s *videoServer) CopySpeech(ctx context.Context, r *mediav1.CopySpeechRequest) (*mediav1.Speech, error) {
	return s.copySpeech(ctx, r)
}

func decodeStoreSpeech(_ context.Context, r *mediav1.StoreSpeechRequest) (media.StoreSpeechInput, error) {
	return media.StoreSpeechInput{ID: r.GetSpeechId(), Visitor: r.GetVisitorId(), Text: r.GetText(), Audio: r.GetAudio()}, nil
}

func decodeCopySpeech(_ context.Context, r *mediav1.CopySpeechRequest) (media.CopySpeechInput, error) {
	return media.CopySpeechInput{ID: r.GetSpeechId(), From: r.GetFromSpeechId(), Visitor: r.GetVisitorId()}, nil
}

func encodeSpeech(s media.Speech) (*mediav1.Speech, error) {
	out := &mediav1.Speech{
		Id: s.ID.String(), ObjectName: s.ObjectName(), CaptionsObjectName: s.CaptionsName(), Duration: durationpb.New(s.Duration),
	}
	for _, w := range s.Words {
		out.Words = append(out.Words, &mediav1.SpokenWord{Text: w.Text, Start: durationpb.New(w.Start), End: durationpb.New(w.End)})
	}
	return out, nil
}
