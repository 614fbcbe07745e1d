package composer

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"mcwick.example/mascot"
)

// appearance is who the candle is, what it does and who is with it. Empty fields are open.
type appearance struct {
	mascot.Actor
	friend *mascot.Actor
}

var wordPattern = regexp.MustCompile(`[a-z]+`)

// chooseAppearance follows the words of the action, then of the scene; chance fills what they leave
// open.
func chooseAppearance(s Scene, chance *rand.Rand) appearance {
	var a appearance
	for _, text := range []string{s.Action, s.Scene} {
		said := map[string]bool{}
		for _, w := range wordPattern.FindAllString(strings.ToLower(text), -1) {
			said[w] = true
		}
		for _, rule := range rules {
			for w := range strings.FieldsSeq(rule.words) {
				if said[w] {
					a.add(rule.appearance)
					break
				}
			}
		}
	}
	a.add(is(mascot.Traits{Base: "green",
		Flame: one(chance, "golden", "golden", "golden", "orange", "blue", "purple")}))
	if a.Mood == "" && a.Expression == "" {
		a.Expression = one(chance, "", "", "confident-grin", "happy-trader", "chad-smile")
	}
	if a.Pose == "" && a.Mood == "" {
		a.Pose = one(chance, "wave", "point", "hips", "thumb", "cheer", "dance", "raise")
	}
	return a
}

// add fills the open fields of a with those of b. A mood brings its own expression, so it does not
// join another one.
func (a *appearance) add(b appearance) {
	if a.friend == nil {
		a.friend = b.friend
	}
	if a.Expression == "" {
		fill(&a.Mood, b.Mood)
	}
	if a.Mood == "" {
		fill(&a.Expression, b.Expression)
	}
	fill(&a.Pose, b.Pose)
	fill(&a.Base, b.Base)
	fill(&a.Flame, b.Flame)
	fill(&a.Clothing, b.Clothing)
	fill(&a.Headwear, b.Headwear)
	fill(&a.Accessory, b.Accessory)
}

func fill(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

func one(chance *rand.Rand, choices ...string) string { return choices[chance.IntN(len(choices))] }
