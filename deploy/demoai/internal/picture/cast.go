package picture

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"mcwick.example/mascot"
)

// part is how the candle appears: who it is, what it does and who is with it. Empty fields are open.
type part struct {
	mascot.Actor
	friend *mascot.Actor
}

var wordPattern = regexp.MustCompile(`[a-z]+`)

// cast chooses the candle by the words of the action, then of the scene; chance fills what they leave open.
func cast(b brief, chance *rand.Rand) part {
	var p part
	for _, text := range []string{b.action, b.scene} {
		said := map[string]bool{}
		for _, w := range wordPattern.FindAllString(strings.ToLower(text), -1) {
			said[w] = true
		}
		for _, rule := range casting {
			for w := range strings.FieldsSeq(rule.words) {
				if said[w] {
					p.add(rule.part)
					break
				}
			}
		}
	}
	p.add(is(mascot.Traits{Base: "green", Flame: one(chance, "golden", "golden", "golden", "orange", "blue", "purple")}))
	if p.Mood == "" && p.Expression == "" {
		p.Expression = one(chance, "", "", "confident-grin", "happy-trader", "chad-smile")
	}
	if p.Pose == "" && p.Mood == "" {
		p.Pose = one(chance, "wave", "point", "hips", "thumb", "cheer", "dance", "raise")
	}
	return p
}

// add fills the open fields of p with those of q. A mood brings its own expression, so it does not join another one.
func (p *part) add(q part) {
	if p.friend == nil {
		p.friend = q.friend
	}
	if p.Expression == "" {
		fill(&p.Mood, q.Mood)
	}
	if p.Mood == "" {
		fill(&p.Expression, q.Expression)
	}
	fill(&p.Pose, q.Pose)
	fill(&p.Base, q.Base)
	fill(&p.Flame, q.Flame)
	fill(&p.Clothing, q.Clothing)
	fill(&p.Headwear, q.Headwear)
	fill(&p.Accessory, q.Accessory)
}

func fill(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

func one(chance *rand.Rand, choices ...string) string { return choices[chance.IntN(len(choices))] }
