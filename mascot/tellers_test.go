package mascot_test

import (
	"slices"
	"testing"

	"mcwick.example/mascot"
)

func TestEachTellerIsADrawing(t *testing.T) {
	seen := map[string]bool{}
	ids := []string{"pfp1", "pfp2", "pfp3", "pfp4"}
	for _, id := range ids {
		svg := mascot.Teller(id)
		if err := wellFormed(svg); err != nil {
			t.Fatal(err)
		}
		if svg == "" || seen[svg] {
			t.Errorf("%s is unknown, or as another", id)
		}
		seen[svg] = true
	}
	if got := mascot.Tellers(); !slices.Equal(got, ids) || mascot.Teller("pfp5") != "" || mascot.Teller("") != "" {
		t.Errorf("the tellers are %v", got)
	}
}
