package picture

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"mcwick.example/mascot"
)

// part is how the candle appears: who it is and what it does. Empty fields are open.
type part struct {
	traits     mascot.Traits
	mood, pose string
}

// casting says what words make of the candle. Several rules may apply; the first that fills a field wins.
var casting = []struct {
	words string
	part  part
}{
	{"sleep sleeping asleep nap napping dream dreaming tired snore snoring bed", part{mood: "sleeping"}},
	{"lost losing lose rugged rug rekt crash crashing crying cry sad tears liquidated broke fired dip", part{mood: "failed"}},
	{"panic panicking scared shocked shock surprise surprised scream screaming ghost afraid explosion falling", part{mood: "shocked"}},
	{"think thinking plan planning study studying reading philosophy wonder wondering chess meditating calculating staring", part{mood: "thinking"}},
	{"laser lasers rage angry fight fighting boxing battle battling sniping", part{traits: mascot.Traits{Expression: "laser-eyes"}}},
	{"dance dancing disco party partying celebrating celebrate winning win pumping pump singing karaoke", part{mood: "happy", pose: "dance"}},
	{"phone texting calling selfie livestream scrolling tweeting posting app", part{pose: "phone"}},
	{"flying fly jetpack rocket launching", part{traits: mascot.Traits{Accessory: "rocket-jetpack"}, pose: "cheer"}},
	{"moon space mars planet orbit astronaut galaxy", part{traits: mascot.Traits{Clothing: "space-suit", Headwear: "astronaut-helmet"}}},
	{"king queen throne royal crown crowned emperor palace", part{traits: mascot.Traits{Headwear: "crown"}, pose: "hips"}},
	{"ninja karate boxing ring workout gym training running sprint surfing", part{traits: mascot.Traits{Headwear: "trader-headband"}}},
	{"army soldier war mission commando guarding", part{traits: mascot.Traits{Clothing: "military-vest"}}},
	{"trading trader trade desk office boss meeting bank lecture teaching", part{traits: mascot.Traits{Clothing: "trader-suit", Accessory: "trading-headset"}, pose: "point"}},
	{"wedding gala tuxedo casino agent opera dinner awards poker", part{traits: mascot.Traits{Clothing: "tuxedo"}}},
	{"snow ski skiing ice winter cold hacker coding skateboard", part{traits: mascot.Traits{Headwear: "beanie", Clothing: "hoodie"}}},
	{"angel heaven holy blessing saint pray praying", part{traits: mascot.Traits{Headwear: "halo"}}},
	{"detective monocle gentleman professor inspecting", part{traits: mascot.Traits{Accessory: "eth-monocle"}}},
	{"bitcoin btc rapper rapping chain rich lambo yacht", part{traits: mascot.Traits{Accessory: "bitcoin-chain"}, pose: "hips"}},
	{"diamond diamonds hodl hodling hands", part{traits: mascot.Traits{Accessory: "diamond-hands", Expression: "diamond-teeth"}}},
	{"gold golden treasure", part{traits: mascot.Traits{Base: "golden"}}},
	{"waving greeting hello gm welcome", part{pose: "wave"}},
	{"pointing showing explaining", part{pose: "point"}},
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
	p.add(part{traits: mascot.Traits{Base: "green", Flame: one(chance, "golden", "golden", "golden", "orange", "blue", "purple")}})
	if p.mood == "" && p.traits.Expression == "" {
		p.traits.Expression = one(chance, "", "", "confident-grin", "happy-trader", "chad-smile")
	}
	if p.pose == "" && p.mood == "" {
		p.pose = one(chance, "wave", "point", "hips", "thumb", "cheer", "dance", "raise")
	}
	return p
}

// add fills the open fields of p. A mood brings its own expression, so it does not join another one.
func (p *part) add(q part) {
	if p.traits.Expression == "" {
		fill(&p.mood, q.mood)
	}
	if p.mood == "" {
		fill(&p.traits.Expression, q.traits.Expression)
	}
	fill(&p.pose, q.pose)
	fill(&p.traits.Base, q.traits.Base)
	fill(&p.traits.Flame, q.traits.Flame)
	fill(&p.traits.Clothing, q.traits.Clothing)
	fill(&p.traits.Headwear, q.traits.Headwear)
	fill(&p.traits.Accessory, q.traits.Accessory)
}

func fill(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

func one(chance *rand.Rand, choices ...string) string { return choices[chance.IntN(len(choices))] }
