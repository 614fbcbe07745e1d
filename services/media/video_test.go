package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/segmentio/kafka-go"
	"golang.org/x/image/webp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/video/speech/speechtest"
	"mcwick.example/services/media/internal/video/videos"
)

// small makes the videos of a test fast.
const small = "VIDEO_SIZE=180x320"

// speak stores a speech of ann's.
func (w *environment) speak(t testing.TB, text string) *mediav1.Speech {
	t.Helper()
	s, err := w.videos.StoreSpeech(t.Context(), &mediav1.StoreSpeechRequest{
		SpeechId: uuid.NewString(), VisitorId: "ann", Text: text, Audio: speechtest.Say(t, text).MP3(t, true),
		Source: "composer", Generator: "demo-voice", ScriptSource: "visitor",
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newVideoRequest(s *mediav1.Speech) *mediav1.CreateVideoRequest {
	return &mediav1.CreateVideoRequest{SpeechId: s.GetId(), Category: "subway", Pfp: "pfp1"}
}

// create requests ann's video, as soon as the built-in templates are stored.
func (w *environment) create(t testing.TB, r *mediav1.CreateVideoRequest) (v *mediav1.Video) {
	t.Helper()
	key := uuid.NewString()
	testkit.Eventually(t, "the house has a template", func() bool {
		var err error
		v, err = w.videos.CreateVideo(withVisitor(t.Context(), key), r)
		if err != nil && !errors.Is(err, videos.ErrNoTemplate) {
			t.Fatal(err)
		}
		return err == nil
	})
	return v
}

// follow waits until ann's video is final, and returns every version seen.
func (w *environment) follow(t testing.TB, id string) (seen []*mediav1.Video) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for after := int32(0); ; {
		v, err := w.videos.WaitVideo(withVisitor(rpc.WithLongPoll(ctx), ""),
			&mediav1.WaitVideoRequest{VideoId: id, AfterVersion: after, Wait: durationpb.New(5 * time.Second)})
		if err != nil {
			t.Fatal(err)
		}
		if v.GetVersion() > after {
			seen, after = append(seen, v), v.GetVersion()
		}
		if v.GetState() > mediav1.VideoState_VIDEO_STATE_RUNNING {
			return seen
		}
	}
}

// Verifies VIDEO-1, VIDEO-2, VIDEO-3, VIDEO-8, AI-3.
func TestMakeAndShareVideo(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, small)
	s := w.speak(t, few)
	created := w.create(t, newVideoRequest(s))
	seen := w.follow(t, created.GetId())
	v := seen[len(seen)-1]
	if v.GetState() != mediav1.VideoState_VIDEO_STATE_SUCCEEDED || v.GetPercent() != 100 ||
		v.GetTitle() != "BicTok Video" || v.GetDescription() != few ||
		v.GetSource() != "composer" {
		t.Fatalf("%v", v)
	}
	if !slices.IsSortedFunc(seen, func(a, b *mediav1.Video) int { return int(a.GetPercent() - b.GetPercent()) }) {
		t.Errorf("progress fell: %v", seen)
	}
	film := w.fetch(t, v.GetObjectName())
	playable(t, film, "180", "320", s.GetDuration().AsDuration())
	t.Run("with a poster and subtitles", func(t *testing.T) {
		if m, err := webp.Decode(bytes.NewReader(w.fetch(t, v.GetPosterObjectName()))); err != nil ||
			m.Bounds().Dx() != 180 {
			t.Errorf("%v", err)
		}
		captions := w.fetch(t, v.GetCaptionsObjectName())
		if !bytes.Equal(captions, w.fetch(t, s.GetCaptionsObjectName())) {
			t.Errorf("captions %s: %s", v.GetCaptionsObjectName(), captions)
		}
	})
	t.Run("for its visitor alone", func(t *testing.T) {
		bob := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "bob", IdempotencyKey: uuid.NewString()})
		_, waited := w.videos.WaitVideo(bob, &mediav1.WaitVideoRequest{VideoId: v.GetId()})
		_, shared := w.videos.ShareVideo(bob, &mediav1.ShareVideoRequest{VideoId: v.GetId()})
		_, cancelled := w.videos.CancelVideo(bob, &mediav1.CancelVideoRequest{VideoId: v.GetId()})
		_, seen := w.videos.GetSharedVideo(bob, &mediav1.GetSharedVideoRequest{VideoId: v.GetId()})
		_, made := w.videos.CreateVideo(bob, newVideoRequest(s))
		for what, err := range map[string]error{"waited": waited, "shared": shared, "cancelled": cancelled,
			"seen": seen} {
			if !errors.Is(err, videos.ErrVideoNotFound) {
				t.Errorf("%s by a stranger: %v", what, err)
			}
		}
		if !errors.Is(made, videos.ErrSpeechNotFound) {
			t.Errorf("a video of another visitor's speech: %v", made)
		}
	})
	t.Run("until it is shared", func(t *testing.T) {
		var first *mediav1.SharedVideo
		for range 2 {
			shared, err := w.videos.ShareVideo(withHandle(t.Context(), "account", "@ann"),
				&mediav1.ShareVideoRequest{VideoId: v.GetId(), Signed: true})
			if err != nil {
				t.Fatal(err)
			}
			first = cmp1(first, shared)
			seen, err := w.videos.GetSharedVideo(t.Context(), &mediav1.GetSharedVideoRequest{VideoId: v.GetId()})
			if err != nil || !proto.Equal(seen, first) || !proto.Equal(shared, first) ||
				seen.GetSource() != "composer" {
				t.Errorf("%v, %v, %v", seen, shared, err)
			}
		}
		testkit.CheckComplete(t, first)
		var facts []*mediav1.VideoShared
		testkit.ReadTopic(t, w.brokers(), mediav1.TopicVideo, "the video was shared", func(m kafka.Message) bool {
			fact := &mediav1.VideoShared{}
			if string(m.Key) == v.GetId() {
				if err := proto.Unmarshal(m.Value, fact); err != nil {
					t.Fatal(err)
				}
				facts = append(facts, fact)
			}
			return len(facts) == 1
		})
		want := &mediav1.VideoShared{
			VideoId: v.GetId(), ObjectName: v.GetObjectName(), CaptionsObjectName: v.GetCaptionsObjectName(),
			PosterObjectName: v.GetPosterObjectName(),
			Title:            "BicTok Video", Description: few, Duration: s.GetDuration(), Category: "subway",
			Pfp: "pfp1", VisitorId: "ann", ShareTime: first.GetShareTime(),
			Source: "composer", ScriptSource: "visitor", Account: "account", Handle: "@ann",
		}
		testkit.CheckComplete(t, want)
		if diff := cmp.Diff(want, facts[0], protocmp.Transform()); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("and until an operator removes it", func(t *testing.T) {
		operatorClient := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
		remove := func(id, note string) error {
			_, err := operatorClient.RemoveVideo(t.Context(), &mediav1.RemoveVideoRequest{VideoId: id, Note: note})
			return err
		}
		if err := remove(v.GetId(), strings.Repeat("x", 401)); err == nil ||
			len(w.fetch(t, v.GetObjectName())) != len(film) {
			t.Errorf("with too long a note: %v", err)
		}
		if err := remove(v.GetId(), "unkind"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{v.GetObjectName(), v.GetPosterObjectName(), v.GetCaptionsObjectName()} {
			if _, err := os.Stat(filepath.Join(w.objects, name)); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := w.videos.GetSharedVideo(t.Context(),
			&mediav1.GetSharedVideoRequest{VideoId: v.GetId()}); !errors.Is(err, videos.ErrVideoNotFound) {
			t.Errorf("it is still seen: %v", err)
		}
		if _, err := w.videos.ShareVideo(withVisitor(t.Context(), ""),
			&mediav1.ShareVideoRequest{VideoId: v.GetId()}); !errors.Is(err, videos.ErrVideoNotFound) {
			t.Errorf("it is shared again: %v", err)
		}
		for _, id := range []string{v.GetId(), "x"} {
			if err := remove(id, ""); !errors.Is(err, videos.ErrVideoNotFound) {
				t.Errorf("%q is removed: %v", id, err)
			}
		}
		if got := w.audit(t); !slices.Equal(got, []string{"ada remove-video " + v.GetId()}) {
			t.Errorf("written down: %q", got)
		}
		testkit.ReadTopic(t, w.brokers(), mediav1.TopicVideo, "the video was removed", func(m kafka.Message) bool {
			fact := &mediav1.VideoRemoved{}
			last := string(m.Key) == v.GetId() &&
				slices.ContainsFunc(m.Headers,
					func(h kafka.Header) bool { return string(h.Value) == "media.v1.VideoRemoved" })
			if last && (proto.Unmarshal(m.Value, fact) != nil || fact.GetVideoId() != v.GetId() ||
				fact.GetRemoveTime() == nil) {
				t.Errorf("it tells %v", fact)
			}
			return last
		})
	})
}

// playable fails the test unless a film has the form that every browser plays from its first bytes
// on, and its audio and video are as long as the speech, to 50 ms.
func playable(t *testing.T, film []byte, width, height string, length time.Duration) {
	t.Helper()
	want := []string{"h264", "High", width, height, "yuv420p", "30/1", "aac", "48000"}
	got := probe(t, film, "stream=codec_name,profile,width,height,pix_fmt,sample_rate,r_frame_rate")
	got = slices.DeleteFunc(got, func(s string) bool { return s == "LC" || s == "0/0" })
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if order := boxes(film); len(order) < 2 || !slices.Equal(order[:2], []string{"ftyp", "moov"}) {
		t.Errorf("cannot start before all of it is there: %v", order)
	}
	for _, events := range append(probe(t, film, "stream=duration"), probe(t, film, "format=duration")...) {
		got, err := strconv.ParseFloat(events, 64)
		if off := (time.Duration(got*1e9) - length).Abs(); err != nil || off > 50*time.Millisecond {
			t.Errorf("%s s of %v", events, length)
		}
	}
}

// cmp1 returns the first that is not nil.
func cmp1(first, next *mediav1.SharedVideo) *mediav1.SharedVideo {
	if first == nil {
		return next
	}
	return first
}

// boxes returns the outermost boxes of an mp4 in order.
func boxes(b []byte) (order []string) {
	for len(b) >= 8 {
		size := int(binary.BigEndian.Uint32(b))
		order = append(order, string(b[4:8]))
		if size < 8 || size > len(b) {
			return order
		}
		b = b[size:]
	}
	return order
}

// Verifies VIDEO-3, VIDEO-4, VIDEO-19.
func TestVideoErrors(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, small)
	s := w.speak(t, "Gm.")
	w.create(t, newVideoRequest(s))
	for name, c := range map[string]struct {
		change func(r *mediav1.CreateVideoRequest)
		want   string
	}{
		"another category": {func(r *mediav1.CreateVideoRequest) { r.Category = "../subway" }, "VIDEO_INVALID"},
		"another candle":   {func(r *mediav1.CreateVideoRequest) { r.Pfp = "pfp5" }, "VIDEO_INVALID"},
		"no speech":        {func(r *mediav1.CreateVideoRequest) { r.SpeechId = "" }, "SPEECH_NOT_FOUND"},
		"another speech":   {func(r *mediav1.CreateVideoRequest) { r.SpeechId = uuid.NewString() }, "SPEECH_NOT_FOUND"},
	} {
		r := newVideoRequest(s)
		c.change(r)
		if _, err := w.videos.CreateVideo(withVisitor(t.Context(), uuid.NewString()), r); err == nil ||
			fault.From(err).Reason != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	testkit.Exec(t, w.Database(t), `UPDATE bictok_videos SET removed_at = now() WHERE category = 'minecraft'`)
	r := newVideoRequest(s)
	r.Category = "minecraft"
	if _, err := w.videos.CreateVideo(withVisitor(t.Context(), uuid.NewString()), r); fault.From(err) == nil ||
		fault.From(err).Message != "No video template found" {
		t.Errorf("without a template: %v", err)
	}
	if _, err := w.videos.CreateVideo(withVisitor(t.Context(), uuid.NewString()),
		newVideoRequest(w.speak(t, "안녕 여러분."))); !errors.Is(err, videos.ErrNoGlyphs) {
		t.Errorf("an alphabet without a font: %v", err)
	}
	key := uuid.NewString()
	first, err := w.videos.CreateVideo(withVisitor(t.Context(), key), newVideoRequest(s))
	again, errAgain := w.videos.CreateVideo(withVisitor(t.Context(), key), newVideoRequest(s))
	if err != nil || errAgain != nil || first.GetId() != again.GetId() {
		t.Errorf("a repeat: %v, %v", err, errAgain)
	}
	other := newVideoRequest(s)
	other.Pfp = "pfp2"
	if _, err := w.videos.CreateVideo(withVisitor(t.Context(), key), other); !errors.Is(err, idempotency.ErrKeyReused) {
		t.Errorf("another candle under the same key: %v", err)
	}
	if _, err := w.videos.ShareVideo(withVisitor(t.Context(), ""),
		&mediav1.ShareVideoRequest{VideoId: w.create(t, newVideoRequest(s)).GetId()}); !errors.Is(err,
		videos.ErrVideoNotDone) {
		t.Errorf("shared before it is done: %v", err)
	}
}

// long is a text of some seven seconds, whose video takes long enough to be interrupted while it is
// encoded.
const long = "One night the power failed, and every candle on the street began to whisper. Nobody believed it at first."
