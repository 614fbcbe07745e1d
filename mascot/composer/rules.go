package composer

import "mcwick.example/mascot"

// The friends who may come along.
var (
	rugger = &mascot.Actor{Traits: mascot.Traits{Base: "red", Flame: "red", Expression: "laser-eyes"}, Pose: "hips"}
	beaten = &mascot.Actor{Traits: mascot.Traits{Base: "red", Flame: "red"}, Mood: "failed"}
	sweet  = &mascot.Actor{Traits: mascot.Traits{Base: "diamond", Flame: "purple", Expression: "happy-trader"},
		Pose: "wave"}
	royal    = &mascot.Actor{Traits: mascot.Traits{Base: "golden", Flame: "orange", Headwear: "crown"}, Mood: "happy"}
	shadow   = &mascot.Actor{Traits: mascot.Traits{Base: "black", Flame: "purple", Clothing: "hoodie"}, Pose: "phone"}
	sleeper  = &mascot.Actor{Traits: mascot.Traits{Base: "silver", Headwear: "beanie"}, Mood: "sleeping"}
	pupil    = &mascot.Actor{Traits: mascot.Traits{Base: "silver", Flame: "blue"}, Mood: "thinking"}
	startled = &mascot.Actor{Traits: mascot.Traits{Base: "golden"}, Mood: "shocked"}
)

// rules say what words make of the candle. Several may apply; the first that fills a field wins.
var rules = []struct {
	words      string
	appearance appearance
}{
	{"rugger ruggers bear bears villain enemy opponent rival wrestling versus arguing", with(rugger)},
	{"beating defeated winning victory knockout apologise apologising", with(beaten)},
	{"wedding proposing date kissing love romantic valentine marrying", with(sweet)},
	{"king queen throne palace lighthouse dad boss statue", with(royal)},
	{"hacker thief burglar stranger chasing stalker secret rug", with(shadow)},
	{"napping library cosy sauna pigeon babysitting", with(sleeper)},
	{"teaching explaining lecture class school lesson interview advice", with(pupil)},
	{"friend friends party crowd team together everyone everybody guests band", with(startled)},

	{"sleep sleeping asleep nap napping dream dreaming tired snore snoring bed", feels("sleeping")},
	{"lost losing lose rugged rekt crash crashing crying cry sad tears liquidated broke broken fired", feels("failed")},
	{"panic panicking scared shocked shock surprise surprised scream screaming ghost afraid explosion falling stuck marshmallows", feels("shocked")},
	{"think thinking plan planning study studying reading philosophy wonder wondering chess meditating calculating staring", feels("thinking")},
	{"birthday laughing smiling happy", feels("happy")},
	{"laser lasers rage angry fight fighting battle battling sniping wrestling chasing",
		is(mascot.Traits{Expression: "laser-eyes"})},
	{"dance dancing breakdancing disco party partying celebrating celebrate winning win pumping pump singing karaoke",
		appearance{Actor: mascot.Actor{Mood: "happy", Pose: "dance"}}},
	{"phone texting calling selfie livestream scrolling tweeting posting app refreshing reception", does("phone")},
	{"flying fly jetpack rocket launching surfing delivering",
		isDoing(mascot.Traits{Accessory: "rocket-jetpack"}, "cheer")},
	{"moon space mars planet orbit astronaut galaxy",
		is(mascot.Traits{Clothing: "space-suit", Headwear: "astronaut-helmet"})},
	{"king queen throne royal crown crowned emperor palace championship",
		isDoing(mascot.Traits{Headwear: "crown"}, "hips")},
	{"ninja karate boxing workout gym push ups training running sprint wrestling",
		is(mascot.Traits{Headwear: "trader-headband"})},
	{"army soldier war mission commando guarding guarded volcano", is(mascot.Traits{Clothing: "military-vest"})},
	{"trading trader trade desk office boss meeting bank lecture teaching explaining",
		isDoing(mascot.Traits{Clothing: "trader-suit", Accessory: "trading-headset"}, "point")},
	{"wedding proposing gala tuxedo casino agent opera dinner awards poker show museum",
		is(mascot.Traits{Clothing: "tuxedo"})},
	{"snow ski skiing ice winter cold freezer freezing hacker coding skateboard arcade mountain",
		is(mascot.Traits{Headwear: "beanie", Clothing: "hoodie"})},
	{"angel heaven holy blessing saint pray praying meditating", is(mascot.Traits{Headwear: "halo"})},
	{"detective monocle gentleman professor inspecting library", is(mascot.Traits{Accessory: "eth-monocle"})},
	{"bitcoin btc rapper rapping chain rich lambo yacht gold coins",
		isDoing(mascot.Traits{Accessory: "bitcoin-chain"}, "hips")},
	{"diamond diamonds hodl hodling hands", is(mascot.Traits{Accessory: "diamond-hands", Expression: "diamond-teeth"})},
	{"golden treasure", is(mascot.Traits{Base: "golden"})},
	{"flexing strong lifting gym", isDoing(mascot.Traits{Expression: "chad-smile"}, "raise")},
	{"waving greeting hello gm welcome fiving", does("wave")},
	{"pointing showing selling walking", does("point")},
}

func does(pose string) appearance   { return appearance{Actor: mascot.Actor{Pose: pose}} }
func feels(mood string) appearance  { return appearance{Actor: mascot.Actor{Mood: mood}} }
func is(t mascot.Traits) appearance { return appearance{Actor: mascot.Actor{Traits: t}} }
func isDoing(t mascot.Traits, pose string) appearance {
	return appearance{Actor: mascot.Actor{Traits: t, Pose: pose}}
}
func with(friend *mascot.Actor) appearance { return appearance{friend: friend} }
