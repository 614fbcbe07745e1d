package film

import "mcwick.example/mascot"

// looks are the mascots that may tell a video, by the ids of the page.
var looks = map[string]struct {
	traits mascot.Traits
	pose   string
}{
	"pfp1": {mascot.Traits{Flame: "golden", Base: "green", Expression: "confident-grin"}, "wave"},
	"pfp2": {mascot.Traits{Flame: "purple", Base: "black", Expression: "diamond-teeth", Clothing: "hoodie", Headwear: "beanie", Accessory: "bitcoin-chain"}, "point"},
	"pfp3": {mascot.Traits{Flame: "orange", Base: "golden", Expression: "happy-trader", Clothing: "trader-suit", Headwear: "trader-headband", Accessory: "trading-headset"}, "thumb"},
	"pfp4": {mascot.Traits{Flame: "blue", Base: "silver", Expression: "chad-smile", Clothing: "space-suit", Headwear: "astronaut-helmet", Accessory: "rocket-jetpack"}, "raise"},
}

// Known reports whether there is a mascot of that id.
func Known(pfp string) bool { _, ok := looks[pfp]; return ok }

// Mascot draws a mascot without a background, as SVG.
func Mascot(pfp string) string {
	look := looks[pfp]
	return mascot.Compose(look.traits, mascot.Options{Seed: 5, Frame: mascot.FramePFP, Pose: look.pose, Bare: true})
}
