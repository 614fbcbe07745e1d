package composer

import (
	"cmp"
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
	a.friend = cmp.Or(a.friend, b.friend)
	if a.Expression == "" {
		a.Mood = cmp.Or(a.Mood, b.Mood)
	}
	if a.Mood == "" {
		a.Expression = cmp.Or(a.Expression, b.Expression)
	}
	a.Pose = cmp.Or(a.Pose, b.Pose)
	a.Base = cmp.Or(a.Base, b.Base)
	a.Flame = cmp.Or(a.Flame, b.Flame)
	a.Clothing = cmp.Or(a.Clothing, b.Clothing)
	a.Headwear = cmp.Or(a.Headwear, b.Headwear)
	a.Accessory = cmp.Or(a.Accessory, b.Accessory)
}

func one(chance *rand.Rand, choices ...string) string { return choices[chance.IntN(len(choices))] }
