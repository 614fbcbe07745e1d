package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// encoders returns the processes that encode a film at the moment, of this test's programs alone:
// their temporary folder is the test's.
func encoders(t *testing.T, folder string) (pids []int) {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range found {
		at, err := os.Readlink(link)
		name, _ := os.ReadFile(filepath.Dir(link) + "/comm")
		if err == nil && strings.HasPrefix(at, folder) && strings.TrimSpace(string(name)) == "ffmpeg" {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(link)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// freezeEncoder stops the one encoder as soon as it is there: while the test has no processor, it would go on.
func freezeEncoder(t *testing.T, folder string) (pid int) {
	t.Helper()
	testkit.Eventually(t, "one film is being encoded", func() bool {
		found := encoders(t, folder)
		if len(found) == 1 {
			pid = found[0]
		}
		return len(found) == 1 && syscall.Kill(pid, syscall.SIGSTOP) == nil
	})
	return pid
}

// folder gives the programs of this test a temporary folder of their own.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	return dir
}

// A process without workers leaves videos to processes of `work`.
// Verifies OPS-15.
func TestServerWithoutWorkersQueuesVideos(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, small, "VIDEO_WORKERS=0")
	v := w.create(t, newVideoRequest(w.speak(t, few)))
	testkit.Eventually(t, "it waits and has a place in the queue", func() bool {
		waiting, err := w.videos.WaitVideo(withVisitor(t.Context(), ""), &mediav1.WaitVideoRequest{VideoId: v.GetId()})
		if err != nil || waiting.GetState() != mediav1.VideoState_VIDEO_STATE_QUEUED {
			t.Fatalf("%v, %v", waiting, err)
		}
		return waiting.GetPosition() == 1
	})
	if err := spec.Run(t.Context(), w.Config(t), spec.Work); err == nil ||
		!strings.Contains(err.Error(), "VIDEO_WORKERS is 0") {
		t.Errorf("work without workers: %v", err)
	}
	w.Environment["VIDEO_WORKERS"] = "1"
	w.StartWorkers(t)
	seen := w.follow(t, v.GetId())
	if done := seen[len(seen)-1]; done.GetState() != mediav1.VideoState_VIDEO_STATE_SUCCEEDED {
		t.Errorf("%v", done)
	}
}

// Verifies VIDEO-5.
func TestCancelStopsEncoder(t *testing.T) {
	dir := folder(t)
	w := newEnvironment(t)
	s := w.speak(t, long)
	v, waiting := w.create(t, newVideoRequest(s)), w.create(t, newVideoRequest(s))
	freezeEncoder(t, dir)
	was, err := w.videos.WaitVideo(withVisitor(t.Context(), ""), &mediav1.WaitVideoRequest{VideoId: waiting.GetId()})
	if err != nil || was.GetState() != mediav1.VideoState_VIDEO_STATE_QUEUED {
		t.Fatalf("%v, %v", was, err)
	}
	for _, each := range []*mediav1.Video{waiting, v} { // in this order, or the waiting one would start
		cancelled, err := w.videos.CancelVideo(withVisitor(t.Context(), ""),
			&mediav1.CancelVideoRequest{VideoId: each.GetId()})
		if err != nil || cancelled.GetState() != mediav1.VideoState_VIDEO_STATE_CANCELLED {
			t.Fatalf("%v, %v", cancelled, err)
		}
	}
	at := time.Now()
	testkit.Eventually(t, "no worker encodes it and nothing of it is left", func() bool {
		left, _ := filepath.Glob(dir + "/mcwick-media-*")
		return len(encoders(t, dir)) == 0 && len(left) == 0
	})
	t.Logf("gone after %v", time.Since(at))
	if found, _ := os.ReadDir(w.objects + "/videos"); len(found) != 0 {
		t.Errorf("%d objects", len(found))
	}
}

// Verifies VIDEO-4.
func TestKilledEncoderFailsJob(t *testing.T) {
	dir := folder(t)
	w := newEnvironment(t)
	v := w.create(t, newVideoRequest(w.speak(t, long)))
	if err := syscall.Kill(freezeEncoder(t, dir), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	w.checkVideoFails(t, v)
}

// Verifies VIDEO-4.
func TestVideoOfLostSoundFails(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	s := w.speak(t, "Gm, broh.")
	if err := os.Remove(filepath.Join(w.objects, s.GetObjectName())); err != nil {
		t.Fatal(err)
	}
	w.checkVideoFails(t, w.create(t, newVideoRequest(s)))
}

func (w *environment) checkVideoFails(t *testing.T, v *mediav1.Video) {
	t.Helper()
	seen := w.follow(t, v.GetId())
	last := seen[len(seen)-1]
	if last.GetState() != mediav1.VideoState_VIDEO_STATE_FAILED || last.GetError().GetCode() != "VIDEO_FAILED" ||
		last.GetError().GetMessage() != "Failed to generate video" {
		t.Errorf("%v", last)
	}
}

// Its worker makes one video, and another one waits. The next worker finishes both.
// Verifies VIDEO-5.
func TestVideoJobSurvivesKilledWorker(t *testing.T) {
	dir := folder(t)
	program := testkit.BuildProgram(t)
	w := prepareEnvironment(t, small)
	kill := w.StartProcess(t, program)
	s := w.speak(t, long)
	v, waiting := w.create(t, newVideoRequest(s)), w.create(t, newVideoRequest(s))
	look := func(v *mediav1.Video) (now *mediav1.Video) {
		testkit.Eventually(t, "the service answers", func() bool {
			var err error
			now, err = w.videos.WaitVideo(withVisitor(t.Context(), ""), &mediav1.WaitVideoRequest{VideoId: v.GetId()})
			return err == nil
		})
		return now
	}
	freezeEncoder(t, dir)
	before := look(v)
	if was := look(waiting); was.GetState() != mediav1.VideoState_VIDEO_STATE_QUEUED {
		t.Fatalf("the other one is %v", was)
	}
	kill()
	testkit.Eventually(t, "its encoder died with it", func() bool { return len(encoders(t, dir)) == 0 })
	w.StartProcess(t, program)
	look(v)
	var done []string
	for _, each := range []*mediav1.Video{v, waiting} {
		seen := w.follow(t, each.GetId())
		last := seen[len(seen)-1]
		if last.GetState() != mediav1.VideoState_VIDEO_STATE_SUCCEEDED || each == v &&
			seen[0].GetPercent() < before.GetPercent() {
			t.Errorf("%v after %v", last, before)
		}
		playable(t, w.fetch(t, last.GetObjectName()), "180", "320", s.GetDuration().AsDuration())
		done = append(done, each.GetId()+".mp4", each.GetId()+".vtt", each.GetId()+".webp")
	}
	var found []string
	left, err := os.ReadDir(w.objects + "/videos")
	for _, file := range left {
		found = append(found, file.Name())
	}
	slices.Sort(done)
	if diff := cmp.Diff(done, found); err != nil || diff != "" {
		t.Errorf("%v, the objects (-want +got):\n%s", err, diff)
	}
	attempts := testkit.QueryOne[string](t, w.Database(t),
		`SELECT string_agg(attempt::text, ' ' ORDER BY id) FROM jobs`)
	if attempts != "2 1" {
		t.Errorf("taken %s times", attempts)
	}
}
