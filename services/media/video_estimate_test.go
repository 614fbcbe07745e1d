package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	"mcwick.example/platform/rpc"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// waited is how long a video waited, and the first estimate that its visitor read.
type waited struct {
	length, estimate, actual time.Duration
}

// awaitStart follows a queued video until a worker begins it.
func (w *environment) awaitStart(t testing.TB, v *mediav1.Video) waited {
	t.Helper()
	found := waited{length: v.GetDuration().AsDuration()}
	var estimated time.Time
	for {
		seen, err := w.videos.WaitVideo(withVisitor(rpc.WithLongPoll(t.Context()), ""),
			&mediav1.WaitVideoRequest{VideoId: v.GetId(), AfterVersion: v.GetVersion(),
				Wait: durationpb.New(20 * time.Second)})
		if err != nil {
			t.Error(err)
			return found
		}
		v = seen
		if v.GetState() != mediav1.VideoState_VIDEO_STATE_QUEUED {
			found.actual = time.Since(estimated)
			return found
		}
		if estimated.IsZero() && v.GetEstimateSeconds() > 0 {
			found.estimate, estimated = time.Duration(v.GetEstimateSeconds())*time.Second, time.Now()
		}
	}
}

// BenchmarkVideoEstimates queues videos of different lengths behind one that is being made, on one worker
// that made one before, and reports how far the first estimates are from the waits, in percent of these:
// the mean and the worst. What else the machine does meanwhile is in both. VIDEO_SIZE is that of videos;
// run it with -benchtime 1x.
func BenchmarkVideoEstimates(b *testing.B) {
	w := newEnvironment(b, "VIDEO_SIZE="+cmp.Or(os.Getenv("VIDEO_SIZE"), "360x640"), "VIDEO_WORKERS=1")
	speak := func(sentences int) *mediav1.CreateVideoRequest {
		return newVideoRequest(w.speak(b, strings.TrimSpace(strings.Repeat(few+" ", sentences))))
	}
	w.follow(b, w.create(b, speak(4)).GetId())
	for b.Loop() {
		var all [7]waited
		var done sync.WaitGroup
		for i, sentences := range []int{4, 8, 2, 6, 2, 8, 4} {
			v := w.create(b, speak(sentences))
			done.Go(func() { all[i] = w.awaitStart(b, v) })
		}
		done.Wait()
		var sum, worst float64
		for i, one := range all[1:] { // the worker began the first one at once
			off := 100 * (one.actual - one.estimate).Seconds() / one.actual.Seconds()
			b.Logf("%d: a video of %v: estimate %v, waited %v, %+.0f %%", i+1, one.length.Round(time.Second), one.estimate,
				one.actual.Round(100*time.Millisecond), off)
			sum, worst = sum+math.Abs(off), max(worst, math.Abs(off))
		}
		b.ReportMetric(sum/float64(len(all)-1), "%mean")
		b.ReportMetric(worst, "%worst")
	}
	b.Log(w.paces(b))
}

// paces returns how long each video took for a second of its size, and how long the worker was idle
// before the next.
func (w *environment) paces(t testing.TB) (all string) {
	rows, err := w.Database(t).Query(t.Context(), `SELECT size, extract(epoch FROM finished_at - started_at)::float8 / size,
		coalesce(extract(epoch FROM started_at - lag(finished_at) OVER (ORDER BY started_at))::float8, 0)
		FROM jobs WHERE finished_at IS NOT NULL ORDER BY started_at`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var size, pace, idle float64
		if err := rows.Scan(&size, &pace, &idle); err != nil {
			t.Fatal(err)
		}
		all += fmt.Sprintf("size %.0f: %.2f (idle %.2f s)\n", size, pace, idle)
	}
	return all
}
