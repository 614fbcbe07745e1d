package fault

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSameSeedGivesSameSchedule(t *testing.T) {
	programs := []string{"gallery-1", "wall-2"}
	first, again, other := Schedule(7, time.Minute, programs), Schedule(7, time.Minute, programs), Schedule(8, time.Minute, programs)
	if fmt.Sprint(first) != fmt.Sprint(again) || fmt.Sprint(first) == fmt.Sprint(other) || len(first) < 10 {
		t.Errorf("%v\n%v\n%v", first, again, other)
	}
	for _, f := range first {
		if f.At >= time.Minute || f.begin == nil {
			t.Errorf("%v", f)
		}
	}
}

func TestScheduleKnowsEveryProgram(t *testing.T) {
	if len(names) != len(commands) || slices.ContainsFunc(names, func(name string) bool { return commands[name] == nil }) {
		t.Errorf("%v, %v", names, commands)
	}
}

func TestOneReplicaIsChosenOrAll(t *testing.T) {
	for replica, want := range map[int][]int{0: {3}, 1: {5}, allReplicas: {5, 3}} {
		if got := choose([]int{5, 3}, replica); !slices.Equal(got, want) {
			t.Errorf("replica %d is %v", replica, got)
		}
	}
	if got := choose([]int{5}, 1); !slices.Equal(got, []int{5}) { // the other one has died
		t.Errorf("of one %v", got)
	}
}

func TestNothingIsExchangedWhereThereIsNoLastRelease(t *testing.T) {
	exchanges := func(all []Fault) (n int) {
		for _, f := range all {
			if strings.HasPrefix(f.Name, "last release") {
				n++
			}
		}
		return n
	}
	if n := exchanges(Schedule(7, 10*time.Minute, nil)); n != 0 {
		t.Errorf("%d exchanges", n)
	}
	if n := exchanges(Schedule(7, 10*time.Minute, []string{"gallery-1"})); n == 0 {
		t.Error("no exchange")
	}
}

func TestAnUpgradeComesBeforeWhatTheSeedBreaks(t *testing.T) {
	all := Upgrade(7, 90*time.Second, []string{"gallery-1"})
	if len(all) < 5 || all[1].Name != "upgrade gallery-1" || all[1].At != 30*time.Second || all[2].At < time.Minute {
		t.Errorf("%v", all)
	}
}
