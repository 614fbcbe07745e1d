package mascot_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"mcwick.example/mascot"
)

var newSketch = sync.OnceValue(mascot.NewSketch)

func TestSketchMatchesDrawing(t *testing.T) {
	sketch := newSketch()
	chance := rand.NewPCG(3, 4)
	for range 400 {
		var traits mascot.Traits
		for _, c := range mascot.Categories() {
			if i := chance.Uint64() % uint64(len(c.Options)+1); i > 0 || c.Required {
				traits = with(traits, c.ID, c.Options[i%uint64(len(c.Options))].ID)
			}
		}
		pose := "idle"
		if traits.Accessory == "diamond-hands" {
			pose = "raise"
			if traits.Expression == "laser-eyes" {
				pose = "raise-high"
			}
		}
		if want := mascot.Compose(traits,
			mascot.Options{Still: true, Seed: 5, Pose: pose}); sketch.Draw(traits) != want {
			t.Fatalf("%+v: the sketch is another picture", traits)
		}
	}
}

func TestSketchHasColorForEveryChoice(t *testing.T) {
	sketch := newSketch()
	for _, traits := range []mascot.Traits{{}, {Base: "diamond"}, {Flame: "red", Clothing: "hoodie"},
		{Background: "pastel-pink", Accessory: "diamond-hands"}} {
		svg := sketch.Draw(traits)
		if err := wellFormed(svg); err != nil {
			t.Errorf("%+v: %v", traits, err)
		}
		for _, bad := range []string{"{", "}", `fill=""`, `stroke=""`, `stop-color=""`} {
			if strings.Contains(svg, bad) {
				t.Errorf("%+v: contains %s", traits, bad)
			}
		}
	}
}
