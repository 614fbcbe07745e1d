package fault

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestSameSeedGivesSameSchedule(t *testing.T) {
	first, again, other := Schedule(7, time.Minute), Schedule(7, time.Minute), Schedule(8, time.Minute)
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
	if len(names) != len(programs) || slices.ContainsFunc(names, func(name string) bool { return programs[name] == nil }) {
		t.Errorf("%v, %v", names, programs)
	}
}
