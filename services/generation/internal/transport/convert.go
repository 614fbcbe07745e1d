package transport

import (
	"context"
	"math"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/mascot"
	"mcwick.example/platform/jobs"
	"mcwick.example/platform/rpc"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	"mcwick.example/services/generation/internal/generation"
)

func decodeCreate(ctx context.Context, r *generationv1.CreateJobRequest) (generation.CreateInput, error) {
	caller, err := rpc.RequireIdempotencyKey(ctx)
	if err != nil {
		return generation.CreateInput{}, err
	}
	return generation.CreateInput{Visitor: caller.Visitor, Origin: jobs.NewOrigin(caller), Key: caller.IdempotencyKey,
		Input: decodeInput(r)}, nil
}

func decodeInput(r *generationv1.CreateJobRequest) generation.Input {
	switch r.GetInput().(type) {
	case *generationv1.CreateJobRequest_Meme:
		m := r.GetMeme()
		return generation.Meme{Action: m.GetAction(), Scene: m.GetScene(), Style: m.GetStyle()}
	case *generationv1.CreateJobRequest_Pfp:
		p := r.GetPfp()
		return generation.PFP{Seed: p.GetSeed(), Traits: mascot.Traits{
			Background: p.GetBackground(), Flame: p.GetFlame(), Base: p.GetBase(),
			Expression: p.GetExpression(), Clothing: p.GetClothing(), Headwear: p.GetHeadwear(),
			Accessory: p.GetAccessory(),
		}}
	case *generationv1.CreateJobRequest_Script:
		return generation.Script{Text: r.GetScript().GetText(), Genre: genres[r.GetScript().GetGenre()]}
	case *generationv1.CreateJobRequest_Speech:
		return generation.Speech{Text: r.GetSpeech().GetText()}
	default:
		return nil
	}
}

var genres = map[generationv1.Genre]generation.Genre{
	generationv1.Genre_GENRE_HORROR:   generation.GenreHorror,
	generationv1.Genre_GENRE_THRILLER: generation.GenreThriller,
	generationv1.Genre_GENRE_ROMANCE:  generation.GenreRomance,
	generationv1.Genre_GENRE_COMEDY:   generation.GenreComedy,
}

func decodeCancel(ctx context.Context, r *generationv1.CancelJobRequest) (generation.CancelInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return generation.CancelInput{ID: r.GetJobId(), Visitor: caller.Visitor}, err
}

func decodeDrawFigure(ctx context.Context, r *generationv1.DrawFigureRequest) (generation.FigureInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return generation.FigureInput{ID: r.GetJobId(), Visitor: caller.Visitor}, err
}

func encodePNG(b []byte) *httpbody.HttpBody {
	return &httpbody.HttpBody{ContentType: "image/png", Data: b}
}

func decodeWait(ctx context.Context, r *generationv1.WaitJobRequest) (generation.WaitInput, error) {
	caller, err := rpc.RequireVisitor(ctx)
	return generation.WaitInput{
		ID: r.GetJobId(), Visitor: caller.Visitor, After: int(r.GetAfterVersion()), Wait: r.GetWait().AsDuration(),
	}, err
}

var kinds = map[string]generationv1.JobKind{
	string(generation.KindMeme):   generationv1.JobKind_JOB_KIND_MEME,
	string(generation.KindPFP):    generationv1.JobKind_JOB_KIND_PFP,
	string(generation.KindScript): generationv1.JobKind_JOB_KIND_SCRIPT,
	string(generation.KindSpeech): generationv1.JobKind_JOB_KIND_SPEECH,
}

var states = map[jobs.State]generationv1.JobState{
	jobs.StateQueued:    generationv1.JobState_JOB_STATE_QUEUED,
	jobs.StateRunning:   generationv1.JobState_JOB_STATE_RUNNING,
	jobs.StateSucceeded: generationv1.JobState_JOB_STATE_SUCCEEDED,
	jobs.StateFailed:    generationv1.JobState_JOB_STATE_FAILED,
	jobs.StateCancelled: generationv1.JobState_JOB_STATE_CANCELLED,
}

func encodeJob(j generation.Job) *generationv1.Job {
	out := &generationv1.Job{
		Id: j.ID, Kind: kinds[j.Kind], State: states[j.State], Version: int32(j.Version),
		CreateTime: timestamppb.New(j.Created),
		Position:   int32(j.Position), EstimateSeconds: int32(math.Ceil(j.Estimate.Seconds())),
	}
	if j.Failure != nil {
		out.Error = &generationv1.JobError{Code: j.Failure.Code, Message: j.Failure.Message}
	}
	switch r := j.Result.(type) {
	case generation.ScriptResult:
		out.Script = &generationv1.JobScript{Text: r.Text, WordCount: int32(r.Words), DurationSeconds: int32(r.Seconds)}
	case generation.SpeechResult:
		out.Speech = encodeSpeech(r)
	case generation.Result:
		out.Artwork = &generationv1.JobArtwork{Id: r.ArtworkID, ObjectName: r.ObjectName, Source: string(r.Source),
			Generator: r.Generator}
	}
	return out
}

// encodeSpeech also fills the fields that only pages of the last release read.
//
//nolint:staticcheck // the deprecated fields go with the next release
func encodeSpeech(r generation.SpeechResult) *generationv1.JobSpeech {
	out := &generationv1.JobSpeech{
		Id: r.ID, ObjectName: r.ObjectName, CaptionsObjectName: r.CaptionsName, Duration: durationpb.New(r.Duration),
		Source: string(r.Source),
	}
	for _, w := range r.Words {
		out.Words = append(out.Words, &generationv1.JobWord{Text: w.Text, Start: durationpb.New(w.Start),
			End: durationpb.New(w.End)})
	}
	return out
}
