package transport

import (
	"context"
	"math"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/jobs"
	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/video/videos"
)

func decodeStoreSpeech(_ context.Context, r *mediav1.StoreSpeechRequest) (videos.StoreSpeechInput, error) {
	return videos.StoreSpeechInput{
		ID: r.GetSpeechId(), Visitor: r.GetVisitorId(), Text: r.GetText(), Audio: r.GetAudio(),
		Origin:       origin.Origin{Source: origin.Source(r.GetSource()), Generator: r.GetGenerator()},
		ScriptSource: videos.ScriptSource(r.GetScriptSource()), Fingerprint: r.GetFingerprint(),
	}, nil
}

func decodeCopySpeech(_ context.Context, r *mediav1.CopySpeechRequest) (videos.CopySpeechInput, error) {
	return videos.CopySpeechInput{ID: r.GetSpeechId(), From: r.GetFromSpeechId(), Fingerprint: r.GetFingerprint(),
		Visitor: r.GetVisitorId(), ScriptSource: videos.ScriptSource(r.GetScriptSource())}, nil
}

func decodeGetSpeech(ctx context.Context, r *mediav1.GetSpeechRequest) (videos.OwnSpeechInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return videos.OwnSpeechInput{ID: r.GetSpeechId(), Visitor: caller.Visitor}, err
}

func encodeSpeech(s videos.Speech) *mediav1.Speech {
	out := &mediav1.Speech{
		Id: s.ID.String(), ObjectName: s.ObjectName(), CaptionsObjectName: s.CaptionsName(),
		Duration: durationpb.New(s.Duration),
		Source:   string(s.Source), Generator: s.Generator,
	}
	for _, w := range s.Words {
		out.Words = append(out.Words, &mediav1.SpokenWord{Text: w.Text, Start: durationpb.New(w.Start),
			End: durationpb.New(w.End)})
	}
	return out
}

func decodeCreateVideo(ctx context.Context, r *mediav1.CreateVideoRequest) (videos.CreateVideoInput, error) {
	caller, err := rpc.RequireIdempotencyKey(ctx)
	return videos.CreateVideoInput{
		Visitor: caller.Visitor, Origin: jobs.NewOrigin(caller), Key: caller.IdempotencyKey,
		SpeechID: r.GetSpeechId(), Category: r.GetCategory(), PFP: r.GetPfp(),
	}, err
}

func decodeWaitVideo(ctx context.Context, r *mediav1.WaitVideoRequest) (videos.WaitVideoInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return videos.WaitVideoInput{ID: r.GetVideoId(), Visitor: caller.Visitor, After: int(r.GetAfterVersion()),
		Wait: r.GetWait().AsDuration()}, err
}

// decodeOwn returns the video that a request names, with its caller as the owner.
func decodeOwn[R interface{ GetVideoId() string }](ctx context.Context, r R) (videos.OwnVideoInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return videos.OwnVideoInput{ID: r.GetVideoId(), Owner: moderation.OwnerOf(caller)}, err
}

func decodeShareVideo(ctx context.Context, r *mediav1.ShareVideoRequest) (videos.ShareVideoInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	own := videos.OwnVideoInput{ID: r.GetVideoId(), Owner: moderation.OwnerOf(caller)}
	in := videos.ShareVideoInput{OwnVideoInput: own, Lane: caller.Lane}
	if r.GetSigned() && caller.Account != "" {
		in.Handle = caller.Handle
	}
	return in, err
}

func decodeListShared(ctx context.Context, r *mediav1.ListSharedVideosRequest) (videos.ListSharedInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return videos.ListSharedInput{Caller: moderation.OwnerOf(caller), After: r.GetCursor(),
		Size: int(r.GetPageSize())}, err
}

func encodeSharedPage(p videos.SharedPage) *mediav1.ListSharedVideosResponse {
	out := &mediav1.ListSharedVideosResponse{NextCursor: p.Next}
	for _, v := range p.Videos {
		out.Videos = append(out.Videos, &mediav1.OwnSharedVideo{Video: encodeShared(v.Video),
			Moderation: moderation.Encode(v.Moderation)})
	}
	return out
}

func decodeGetShared(_ context.Context, r *mediav1.GetSharedVideoRequest) (string, error) {
	return r.GetVideoId(), nil
}

var videoStates = map[jobs.State]mediav1.VideoState{
	jobs.StateQueued:    mediav1.VideoState_VIDEO_STATE_QUEUED,
	jobs.StateRunning:   mediav1.VideoState_VIDEO_STATE_RUNNING,
	jobs.StateSucceeded: mediav1.VideoState_VIDEO_STATE_SUCCEEDED,
	jobs.StateFailed:    mediav1.VideoState_VIDEO_STATE_FAILED,
	jobs.StateCancelled: mediav1.VideoState_VIDEO_STATE_CANCELLED,
}

func encodeVideo(j videos.VideoJob) *mediav1.Video {
	out := &mediav1.Video{
		Id: j.ID, State: videoStates[j.State], Version: int32(j.Version), Percent: int32(j.Percent),
		Position:        int32(j.Position),
		EstimateSeconds: int32(math.Ceil(j.Estimate.Seconds())), Title: videos.VideoTitle, Description: j.Input.Script,
		Duration: durationpb.New(j.Input.Duration), CreateTime: timestamppb.New(j.Created),
		ObjectName: j.Result.ObjectName, PosterObjectName: j.Result.PosterName, Source: string(j.Result.Source),
	}
	if j.Failure != nil {
		out.Error = &mediav1.VideoError{Code: j.Failure.Code, Message: j.Failure.Message}
	}
	if j.State == jobs.StateSucceeded { // results of the last release name the speech's subtitles
		out.CaptionsObjectName = videos.Video{ID: uuid.MustParse(j.ID)}.CaptionsName()
	}
	return out
}

func encodeShared(v videos.Video) *mediav1.SharedVideo {
	return &mediav1.SharedVideo{
		Id: v.ID.String(), ObjectName: v.ObjectName(), CaptionsObjectName: v.CaptionsName(),
		PosterObjectName: v.PosterName(),
		Title:            videos.VideoTitle, Description: v.Description, Duration: durationpb.New(v.Duration),
		ShareTime: timestamppb.New(*v.Shared),
		Source:    string(v.MadeBy()),
	}
}
