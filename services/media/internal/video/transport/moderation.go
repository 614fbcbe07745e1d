package transport

import (
	"context"

	"google.golang.org/protobuf/types/known/emptypb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/cases"
)

func (s *server) ReportSharedVideo(ctx context.Context, r *mediav1.ReportSharedVideoRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeReport, rpc.NoContent(s.videos.Report), rpc.EncodeNoContent)
}

func (s *server) GetSharedVideoModeration(
	ctx context.Context, r *mediav1.GetSharedVideoModerationRequest,
) (*mediav1.PublicationModeration, error) {
	return rpc.Call(ctx, s.chain, r, decodeOwn, s.videos.Moderation, encodeModeration)
}

func (s *server) AppealSharedVideo(ctx context.Context, r *mediav1.AppealSharedVideoRequest) (*emptypb.Empty, error) {
	return rpc.Call(ctx, s.chain, r, decodeAppeal, rpc.NoContent(s.videos.Appeal), rpc.EncodeNoContent)
}

func decodeReport(ctx context.Context, r *mediav1.ReportSharedVideoRequest) (videos.ReportVideoInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return videos.ReportVideoInput{ID: r.GetVideoId(), Report: cases.Report{
		Reason: moderation.Reasons[r.GetReason()], Note: r.GetNote(), Device: caller.Visitor, Lane: caller.Lane,
		Settled: caller.Standing == rpc.StandingSettled,
	}}, err
}

func decodeAppeal(ctx context.Context, r *mediav1.AppealSharedVideoRequest) (videos.AppealVideoInput, error) {
	own, err := decodeOwn(ctx, r)
	return videos.AppealVideoInput{OwnVideoInput: own, Text: r.GetText()}, err
}

func encodeModeration(s moderation.State) *mediav1.PublicationModeration {
	if m := moderation.Encode(s); m != nil {
		return m
	}
	return &mediav1.PublicationModeration{}
}
