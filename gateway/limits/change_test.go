package limits

import (
	"fmt"
	"slices"
	"testing"
)

func TestDiffNamesEachFigure(t *testing.T) {
	from, err := Parse([]byte(`{"jobs":{"scarce":true,"device":{"every":"10m","burst":3},"address":{"every":"3m","burst":6}}}`))
	if err != nil {
		t.Fatal(err)
	}
	to, err := Parse([]byte(`{"jobs":{"device":{"every":"10m","burst":3},"address":{"every":"1m","burst":6},"subnet":{"every":"1s","burst":9},"crowd":{"every":"1s","burst":5}}}`))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, c := range Diff(from, to) {
		lines = append(lines, fmt.Sprint(c))
	}
	if want := []string{"jobs by address: 6, then 1 in 3m0s -> 6, then 1 in 1m0s", "jobs by subnet: - -> 9, then 1 in 1s",
		"jobs by crowd: 300, then 1 in 1s -> 5, then 1 in 1s", "jobs by scarce: true -> false"}; !slices.Equal(lines, want) {
		t.Errorf("%q", lines)
	}
	if same := Diff(to, to); same != nil {
		t.Errorf("%v", same)
	}
}
