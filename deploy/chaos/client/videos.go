package client

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"mcwick.example/deploy/chaos/history"
	"mcwick.example/deploy/internal/wait"
)

var genres = []string{"GENRE_HORROR", "GENRE_THRILLER", "GENRE_ROMANCE", "GENRE_COMEDY"}

// spokenWords is how much of a script is said: a film of it is drawn in some seconds.
const spokenWords = 6

// createVideo asks for a script, has its beginning said, makes a video of that and shares it, each
// with what became of the one before. Now and then it changes its mind.
func (v *Visitor) createVideo(ctx context.Context) {
	script := v.awaitJob(ctx, v.start(ctx, "script", map[string]string{
		"text":  fmt.Sprintf("a candle that counts to %d %s", v.dice.IntN(1000), pick(v.dice, scriptMarks)),
		"genre": pick(v.dice, genres),
	})).Script
	if script == "" {
		return
	}
	words := strings.Fields(script)
	speech := v.awaitJob(ctx, v.start(ctx, "speech",
		map[string]string{"text": strings.Join(words[:min(spokenWords, len(words))], " ")})).Speech
	if speech == "" {
		return
	}
	v.runVideo(ctx, speech)
}

// scriptMarks are as marks, for what is written.
var scriptMarks = []string{"", "", "", "[demo:500:1]", "[demo:slow:3]"}

func (v *Visitor) runVideo(ctx context.Context, speech string) {
	video := v.repeatTwice(ctx, request{
		operation: history.MakeVideo, arguments: history.Arguments{Key: newKey(), Speech: speech},
		method: http.MethodPost, path: "/api/v1/videos",
		body: map[string]any{"speechId": speech, "category": pick(v.dice, []string{"subway", "minecraft"}),
			"pfp": "pfp1"},
	}).Answer
	if video.Job == "" {
		return
	}
	if v.dice.IntN(5) == 0 {
		wait.Sleep(ctx, time.Duration(v.dice.IntN(3000))*time.Millisecond)
		v.repeat(ctx, v.ofVideo(history.CancelVideo, video.Job, "cancel"))
	}
	video = v.awaitJobAt(ctx, video, history.WatchVideo, "/api/v1/videos/")
	if video.State != "VIDEO_STATE_SUCCEEDED" {
		return
	}
	if call := v.repeatTwice(ctx, v.ofVideo(history.ShareVideo, video.Job,
		"share")); call.Outcome == history.Acknowledged {
		v.shared = append(v.shared, video.Job)
		v.getSharedVideo(ctx, video.Job)
	}
}

func (v *Visitor) ofVideo(o history.Operation, id, act string) request {
	return request{
		operation: o, arguments: history.Arguments{Job: id}, method: http.MethodPost, path: "/api/v1/videos/" + id +
			"/" + act, body: map[string]any{},
	}
}

func (v *Visitor) getSharedVideo(ctx context.Context, id string) {
	v.repeat(ctx, request{
		operation: history.GetSharedVideo, arguments: history.Arguments{Job: id}, method: http.MethodGet,
		path: "/api/v1/shared-videos/" + id,
	})
}

// WithdrawVideo withdraws a video that the visitor shared.
func (v *Visitor) WithdrawVideo(ctx context.Context, id string) error {
	v.shared = slices.DeleteFunc(v.shared, func(shared string) bool { return shared == id })
	call := v.repeat(ctx, request{
		operation: history.Withdraw, arguments: history.Arguments{Job: id}, method: http.MethodDelete,
		path: "/api/v1/shared-videos/" + id,
	})
	if call.Outcome != history.Acknowledged {
		return fmt.Errorf("video %s is not withdrawn: %d %s", id, call.Status, call.Code)
	}
	return nil
}
