package transport

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/media"
	"mcwick.example/services/media/internal/speech"
)

func TestNothingOfASpeechIsLost(t *testing.T) {
	id, sound := uuid.New(), uuid.New()
	want := &mediav1.Speech{
		Id: id.String(), ObjectName: "speech/" + sound.String() + ".mp3", CaptionsObjectName: "speech/" + sound.String() + ".vtt",
		Duration: durationpb.New(2 * time.Second),
		Words:    []*mediav1.SpokenWord{{Text: "gm", Start: durationpb.New(time.Millisecond), End: durationpb.New(time.Second)}},
	}
	testkit.Complete(t, want)
	got, err := encodeSpeech(media.Speech{
		ID: id, Visitor: "ann", Sound: sound, Text: "gm", Duration: 2 * time.Second, Words: []speech.Word{{Text: "gm", Start: time.Millisecond, End: time.Second}},
	})
	if diff := cmp.Diff(want, got, protocmp.Transform()); err != nil || diff != "" {
		t.Errorf("%v, %s", err, diff)
	}
}
