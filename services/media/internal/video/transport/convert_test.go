package transport

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/jobs"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/origin"
	"mcwick.example/services/media/internal/video/speech"
	"mcwick.example/services/media/internal/video/videos"
)

func TestEncodeSpeechKeepsEveryField(t *testing.T) {
	t.Parallel()
	id, sound := uuid.New(), uuid.New()
	want := &mediav1.Speech{
		Id: id.String(), ObjectName: "speech/" + sound.String() + ".mp3", CaptionsObjectName: "speech/" +
			sound.String() + ".vtt",
		Duration: durationpb.New(2 * time.Second),
		Words: []*mediav1.SpokenWord{{Text: "gm", Start: durationpb.New(time.Millisecond),
			End: durationpb.New(time.Second)}},
		Source: "composer", Generator: "generator",
	}
	testkit.CheckComplete(t, want)
	got := encodeSpeech(videos.Speech{
		ID: id, Visitor: "ann", Sound: sound, Text: "gm", Duration: 2 * time.Second,
		Words:  []speech.Word{{Text: "gm", Start: time.Millisecond, End: time.Second}},
		Origin: origin.Origin{Source: origin.SourceComposer, Generator: "generator"},
	})
	if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
}

func TestEncodeVideoKeepsEveryField(t *testing.T) {
	t.Parallel()
	id, at := uuid.NewString(), time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	job := videos.VideoJob{
		Job: jobs.Job{ID: id, State: jobs.StateSucceeded, Version: 3, Percent: 100, Position: 2,
			Estimate: 1500 * time.Millisecond, Created: at,
			Failure: &jobs.Failure{Code: "C", Message: "m"}}, // never both outside of this test
		Input: videos.VideoInput{Script: "gm", Duration: 2 * time.Second},
		Result: videos.VideoResult{ObjectName: "a.mp4", CaptionsName: "speech/a.vtt", PosterName: "a.webp",
			Source: "composer"},
	}
	want := &mediav1.Video{
		Id: id, State: mediav1.VideoState_VIDEO_STATE_SUCCEEDED, Version: 3, Percent: 100, Position: 2,
		EstimateSeconds: 2,
		ObjectName:      "a.mp4", CaptionsObjectName: "videos/" + id + ".vtt", PosterObjectName: "a.webp", Title: "BicTok Video",
		Description: "gm",
		Duration:    durationpb.New(2 * time.Second), Error: &mediav1.VideoError{Code: "C", Message: "m"},
		CreateTime: timestamppb.New(at),
		Source:     "composer",
	}
	testkit.CheckComplete(t, want)
	got := encodeVideo(job)
	if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
	if len(videoStates) != len(mediav1.VideoState_name)-1 {
		t.Errorf("%d states of %d", len(videoStates), len(mediav1.VideoState_name)-1)
	}
}

func TestEncodeTemplateKeepsEveryField(t *testing.T) {
	t.Parallel()
	id, at := uuid.New(), time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	want := &mediav1.Template{Id: id.String(), Category: "subway", ObjectName: "a.mp4", CreateTime: timestamppb.New(at)}
	testkit.CheckComplete(t, want)
	got := encodeTemplate(videos.Template{ID: id, Category: "subway", ObjectName: "a.mp4", Created: at})
	if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
}
