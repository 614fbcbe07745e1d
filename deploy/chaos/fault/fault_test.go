package fault

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"mcwick.example/deploy/internal/processes"
)

func TestSameSeedGivesSameSchedule(t *testing.T) {
	means := Capabilities{Programs: []string{"gallery-1", "wall-2"}, Disks: disks}
	first, again, other := Schedule(7, time.Minute, means), Schedule(7, time.Minute, means),
		Schedule(8, time.Minute, means)
	if fmt.Sprint(first) != fmt.Sprint(again) || fmt.Sprint(first) == fmt.Sprint(other) || len(first) < 10 {
		t.Errorf("%v\n%v\n%v", first, again, other)
	}
	for _, f := range first {
		if f.At >= time.Minute || f.begin == nil {
			t.Errorf("%v", f)
		}
	}
}

func TestScheduleCoversEveryProgram(t *testing.T) {
	if len(names) != len(commands) ||
		slices.ContainsFunc(names, func(name string) bool { return commands[name] == nil }) {
		t.Errorf("%v, %v", names, commands)
	}
}

func TestFaultPicksOneReplicaOrAll(t *testing.T) {
	for replica, want := range map[int][]int{0: {3}, 1: {5}, allReplicas: {5, 3}} {
		if got := choose([]int{5, 3}, replica); !slices.Equal(got, want) {
			t.Errorf("replica %d is %v", replica, got)
		}
	}
	if got := choose([]int{5}, 1); !slices.Equal(got, []int{5}) { // the other one has died
		t.Errorf("of one %v", got)
	}
}

func TestScheduleSkipsMissingCapabilities(t *testing.T) {
	has := func(means Capabilities, name string) bool {
		return slices.ContainsFunc(Schedule(7, 20*time.Minute, means),
			func(f Fault) bool { return strings.HasPrefix(f.Name, name) })
	}
	for name, means := range map[string]Capabilities{"last release": {Programs: []string{"gallery-1"}},
		"fill": {Disks: disks}} {
		if has(Capabilities{}, name) || !has(means, name) {
			t.Errorf("%s: %v without, %v with %v", name, has(Capabilities{}, name), has(means, name), means)
		}
	}
}

func TestFailedUpgradeFailsTheRun(t *testing.T) {
	control := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/migrate" {
			http.Error(w, "no", http.StatusInternalServerError)
		}
	}))
	defer control.Close()
	p := Platform{
		Platform: processes.Platform{Supervisor: os.Getpid()}, Control: Control{URL: control.URL}, Data: t.TempDir(),
	}
	f := Upgrade(7, 30*time.Second, Capabilities{Programs: []string{"gallery-1"}})[1]
	f.At = 0
	if err := Run(t.Context(), p, []Fault{f}, io.Discard); err == nil {
		t.Error(f.Name, "failed, and the run did not")
	}
	f.required = false
	if err := Run(t.Context(), p, []Fault{f}, io.Discard); err != nil {
		t.Error(err)
	}
}

func TestDiskFaultNeedsTmpfs(t *testing.T) {
	if got := Disks(t.TempDir()); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// Verifies OPS-13.
func TestUpgradeIsScheduledFirst(t *testing.T) {
	all := Upgrade(7, 90*time.Second, Capabilities{Programs: []string{"gallery-1"}})
	if len(all) < 5 || all[1].Name != "upgrade gallery-1" || all[1].At != 30*time.Second || all[2].At < time.Minute {
		t.Errorf("%v", all)
	}
}
