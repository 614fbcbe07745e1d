package processes

import (
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"
	"testing"
)

func TestFreezeStopsOnlyMatchingProcessesBelowTheSupervisor(t *testing.T) {
	start := func(seconds string) int {
		cmd := exec.Command("sleep", seconds)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		return cmd.Process.Pid
	}
	wanted, other := strconv.Itoa(100000+os.Getpid()), strconv.Itoa(500000+os.Getpid()) // no other test's
	matching, unrelated := start(wanted), start(other)

	p := Platform{Supervisor: os.Getpid()}
	frozen, err := p.Freeze(t.Context(), "sleep "+wanted)
	if err != nil || !slices.Equal(frozen, []int{matching}) {
		t.Fatalf("froze %v, %v; want %d", frozen, err, matching)
	}
	going, stopped := p.Find("sleep " + other)
	if !slices.Equal(going, []int{unrelated}) || stopped != nil {
		t.Errorf("the other one: going %v, stopped %v", going, stopped)
	}
	if err := Signal(frozen, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	for stopped = frozen; len(stopped) > 0 && t.Context().Err() == nil; {
		_, stopped = p.Find("sleep " + wanted)
	}
	if _, err := (Platform{Supervisor: unrelated}).Freeze(t.Context(), "sleep "+wanted); err == nil {
		t.Error("froze a process of another platform")
	}
}
