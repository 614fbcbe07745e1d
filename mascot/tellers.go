package mascot

// tellers are the candles that may tell a story, by the ids of the page.
var tellers = map[string]struct {
	traits Traits
	pose   string
}{
	"pfp1": {Traits{Flame: "golden", Base: "green", Expression: "confident-grin"}, "wave"},
	"pfp2": {Traits{Flame: "purple", Base: "black", Expression: "diamond-teeth", Clothing: "hoodie", Headwear: "beanie",
		Accessory: "bitcoin-chain"}, "point"},
	"pfp3": {Traits{Flame: "orange", Base: "golden", Expression: "happy-trader", Clothing: "trader-suit",
		Headwear: "trader-headband", Accessory: "trading-headset"}, "thumb"},
	"pfp4": {Traits{Flame: "blue", Base: "silver", Expression: "chad-smile", Clothing: "space-suit",
		Headwear: "astronaut-helmet", Accessory: "rocket-jetpack"}, "raise"},
}

// Tellers are the ids of the candles that may tell a story.
func Tellers() []string { return sortedKeys(tellers) }

// Teller draws one of them without a background, as SVG; empty for an id that is none of theirs.
func Teller(id string) string {
	look, ok := tellers[id]
	if !ok {
		return ""
	}
	return Compose(look.traits, Options{Seed: 5, Pose: look.pose, Bare: true})
}
