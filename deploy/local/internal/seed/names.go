package seed

// name is an entry of a wall. All names are made up.
type name struct {
	Wall   string `json:"wall"`
	Handle string `json:"xHandle"`
	Reason string `json:"reason"`
}

const (
	flame = "WALL_FLAME"
	shame = "WALL_SHAME"
)

// names are those on the walls, the oldest first.
var names = []name{
	{flame, "@WaxOnWendy",
		"Explains the token to her hairdresser, her dentist and, twice, a parking meter. The meter bought."},
	{flame, "@old_tallow_tom", "Has burned at both ends since the first block and still turns up on time."},
	{flame, "@GigaWickGwen",
		"Drew a meme a day for a hundred days. Ninety-nine were about the same candle. All of them were right."},
	{flame, "@beeswax_bo", "Held through the dip, the deeper dip and the dip that had a podcast about it."},
	{flame, "@SirLumenALot", "Answers every 'wen' with a kind word and a link to a clock."},
	{flame, "@midnight_matches", "Lights the room when the chart does not. Also brings snacks."},
	{flame, "@PillarOfPatience", "Has not checked the price since spring. Looks ten years younger."},
	{shame, "@SnuffedSteve", "Sold the bottom, bought the top, then sold a course about it."},
	{shame, "@drip_dripley", "Promised a small leak of news and dripped wax all over the carpet."},
	{shame, "@FannyTheFan", "Blows in every room with a flame in it and calls it fresh air."},
	{shame, "@paperhands_pete", "Folded so often that he is an origami swan by now."},
	{shame, "@LordOfTheLEDs", "Told a candle convention that wax is over. Left in the dark."},
}
