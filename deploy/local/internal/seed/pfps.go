package seed

import "mcwick.example/mascot"

// pfp is a profile picture that a visitor would put together.
type pfp struct {
	mascot.Traits
	seed               int
	signature, caption string
}

var pfps = []pfp{
	{mascot.Traits{Background: "pastel-peach", Flame: "orange", Base: "golden", Expression: "happy-trader",
		Headwear: "crown"}, 11, "@kingdrip", "Coronation outfit. The crown was included."},
	{mascot.Traits{Background: "pastel-blue", Flame: "golden", Base: "green", Clothing: "space-suit",
		Headwear: "astronaut-helmet"}, 12, "@lunarwick", "Passport photo for the moon."},
	{mascot.Traits{Background: "pastel-pink", Flame: "purple", Base: "black", Expression: "laser-eyes",
		Clothing: "hoodie"}, 13, "@shadowbroh", "Do not look directly at the broh."},
	{mascot.Traits{Background: "pastel-green", Flame: "green", Base: "green", Clothing: "trader-suit",
		Accessory: "trading-headset", Expression: "diamond-teeth"}, 14, "@ninescreens",
		"Yes, I can hear you. No, I am not selling."},
	{mascot.Traits{Background: "pastel-yellow", Flame: "golden", Base: "silver", Expression: "chad-smile",
		Headwear: "halo"}, 15, "", "Six days without a red candle."},
	{mascot.Traits{Background: "pastel-purple", Flame: "blue", Base: "diamond", Headwear: "beanie",
		Accessory: "diamond-hands"}, 16, "@diamondwick", "Cold head, colder hands."},
	{mascot.Traits{Background: "pastel-green", Flame: "golden", Base: "red", Clothing: "tuxedo",
		Accessory: "eth-monocle", Expression: "confident-grin"}, 17, "@professorwick",
		"One does not simply sell, my good broh."},
	{mascot.Traits{Background: "pastel-blue", Flame: "red", Base: "green", Clothing: "military-vest",
		Accessory: "rocket-jetpack"}, 18, "@captainwax", "Up is a direction. I have checked."},
}
