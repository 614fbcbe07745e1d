package check

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// source reads one figure of the programs' source; the pattern's group is the figure.
func source(t *testing.T, file, pattern string) time.Duration {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(pattern).FindSubmatch(text)
	if found == nil {
		t.Fatalf("%s has nothing like %s any more", file, pattern)
	}
	d, err := time.ParseDuration(strings.ReplaceAll(string(found[1]), " * time.Second", "s"))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A pod is killed only when it had the time that its program takes to stop: draining, all of its
// parts, and the longest job.
// Verifies OPS-7.
func TestGracePeriodCoversShutdown(t *testing.T) {
	stop := source(t, "platform/lifecycle/lifecycle.go", `StopTimeout = (\d+ \* time\.Second)`)
	note := source(t, "platform/jobs/finish.go", `finishBudget = (\d+ \* time\.Second)`)
	video := source(t, "services/media/internal/video/videos/video_worker.go", `VideoDeadline = (\d+ \* time\.Second)`)
	picture := source(t, "services/generation/main.go", `env:"IMAGE_JOB_DEADLINE" envDefault:"(\w+)"`)
	script := source(t, "services/generation/main.go", `env:"SCRIPT_JOB_DEADLINE" envDefault:"(\w+)"`)
	speech := source(t, "services/generation/main.go", `env:"SPEECH_JOB_DEADLINE" envDefault:"(\w+)"`)
	jobs := map[string]time.Duration{"media": video, "generation": max(picture, script, speech)}

	for _, r := range []release{{set: everything},
		set("media.drainSeconds=15", "gallery.drainSeconds=0", "media.work.enabled=false")} {
		for name, w := range workloads(t, r.objects(t, "mcwick")) {
			if !w.lasting {
				continue
			}
			drain, err := time.ParseDuration(w.environment()["DRAIN"])
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			need := drain + time.Second + stop
			if job, ok := jobs[w.metadata.Labels["app.kubernetes.io/name"]]; ok && w.workers(t) > 0 {
				need += job + note
			}
			grace := time.Duration(*w.pod.TerminationGracePeriodSeconds) * time.Second
			if grace < need || grace > need+10*time.Second {
				t.Errorf("%s is killed after %v, and needs %v", name, grace, need)
			}
			if w.container().Lifecycle != nil {
				t.Errorf("%s drains by itself and by a hook", name)
			}
		}
	}
}

// Where there are pods for jobs, the others do none: those end soon, and scale by the calls alone.
// Verifies OPS-15.
func TestWorkersRunJobsOutsideServers(t *testing.T) {
	apart, together := workloads(t, set("generation.work.enabled=true").objects(t, "mcwick")),
		workloads(t, set("media.work.enabled=false").objects(t, "mcwick"))
	for name, want := range map[string]int{"media": 0, "media-work": 1, "generation": 0, "generation-work": 4} {
		if got := apart[name].workers(t); got != want {
			t.Errorf("%s does %d jobs at a time beside the others, want %d", name, got, want)
		}
	}
	for name, want := range map[string]int{"media": 1, "generation": 4} {
		if got := together[name].workers(t); got != want {
			t.Errorf("%s does %d jobs at a time alone, want %d", name, got, want)
		}
	}
}

// workers is how many jobs a pod does at a time.
func (w workload) workers(t *testing.T) int {
	t.Helper()
	environment := w.environment()
	n, err := strconv.Atoi(cmp.Or(environment["VIDEO_WORKERS"], environment["WORKERS"]))
	if err != nil {
		t.Fatalf("%s: %v", w.name, err)
	}
	return n
}

func mebibytes(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.TrimSuffix(text, "MiB"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
