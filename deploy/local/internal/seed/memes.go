package seed

// meme is what a visitor would type. Texts and captions are ours, about invented characters, and
// promise nothing.
type meme struct {
	action, scene, style string
	text                 overlay
	signature, caption   string
}

// top and bottom are the two places where a line of text is at home.
func top(content, font string, size int) overlay    { return line(content, font, size, 130) }
func bottom(content, font string, size int) overlay { return line(content, font, size, 890) }

func line(content, font string, size, y int) overlay {
	return overlay{Content: content, FontFamily: font, FontSize: size, Color: "#ffffff", X: 512, Y: y}
}

func (o overlay) in(color string) overlay { o.Color = color; return o }

func (o overlay) tilted(degrees int) overlay { o.Rotation = degrees; return o }

var memes = []meme{
	{"surfing a green candle all the way up", "a stormy sea of red candles", "Pixar 3D",
		bottom("SURF'S UP, BROH", "Impact", 96), "@waxwaver", "Wipeouts are temporary. Wax is forever."},
	{"planting a tiny flag on the moon", "the moon, with the earth watching", "Retro Comic Book",
		top("ONE SMALL DRIP", "Bangers", 104).in("#ffd34d"), "@lunarwick", "Nobody told the flag there is no wind."},
	{"staring at nine screens without blinking", "a trading desk at four in the morning", "Anime",
		bottom("I CAN QUIT\nANY CANDLE I WANT", "Impact", 72), "@ninescreens",
		"Went to bed. Dreamt of charts. Got up again."},
	{"winning against a boss made of red candles", "a pixel arcade full of quarters", "Pixel Art",
		top("INSERT WICK", "Press Start 2P", 64).in("#7dff8a"), "@eightbitbroh",
		"High score saved on paper. I trust paper."},
	{"meditating while everything burns a little", "an enchanted forest with glowing mushrooms", "Studio Ghibli",
		bottom("breathe in. hodl. breathe out.", "Comic Neue", 60), "",
		"My therapist is a mushroom and she is booked out."},
	{"knocking out a rugger in round one", "a boxing ring with a roaring crowd", "Digital Art",
		top("RUGGED? NOT TODAY", "Impact", 92), "@southpawwick",
		"He fell like his liquidity: suddenly and with a noise."},
	{"wearing a crown two sizes too big", "a throne room made of melted wax", "Oil Painting",
		bottom("heavy is the wick", "Permanent Marker", 88).in("#ffe9a8"), "@kingdrip", "Long may he drip."},
	{"reaching the top and asking where the top is", "a mountain summit above the clouds", "Watercolor",
		top("ARE WE HIGH YET?", "Fredoka One", 84), "@basecampbroh", "The map said resistance. I brought snacks."},
	{"sunbathing next to a melting ice cream", "a beach at golden hour", "Claymation",
		bottom("SPF 5000", "Fredoka One", 120).in("#fff3b0"), "@sunnyside",
		"We do not talk about last summer's puddle."},
	{"singing a ballad to the whole city", "the skyline at night, all windows lit", "Disney Animation",
		bottom("let it glow, let it glow", "Bangers", 88).in("#9ff0ff"), "@balladwick",
		"Neighbours complained. In harmony."},
	{"signing an autograph for a grumpy bear", "a boxing ring after the bell", "Retro Comic Book",
		bottom("SIGNED: THE BULL", "Bangers", 100), "@bearlybroh", "He says it is for his nephew. Sure."},
	{"reading the instructions for the first time", "a trading desk under a pile of receipts", "Pixar 3D",
		top("OH. IT GOES BOTH WAYS", "Impact", 76), "", "Page one changed me."},
	{"hugging a diamond bigger than its head", "a throne room with very bad lighting", "Digital Art",
		bottom("MINE.", "Impact", 160).in("#bff4ff"), "@diamondwick", "It does not even fit in the flat."},
	{"sending a postcard home", "the moon, second crater on the left", "Watercolor",
		top("wish you were lit", "Permanent Marker", 84), "@lunarwick", "Stamps are expensive up here."},
	{"teaching a red candle how to say sorry", "an enchanted forest at tea time", "Studio Ghibli",
		bottom("we all flicker sometimes", "Comic Neue", 68).in("#ffe9a8"), "@softwax",
		"Ex-rugger, six days clean. Be kind."},
	{"speed-running the whole bull market", "a pixel arcade with a broken clock", "Pixel Art",
		bottom("GG NO REKT", "VT323", 132).in("#ff9de2"), "@eightbitbroh", "World record in going round in circles."},
	{"holding the door against a wave", "a stormy sea, inside somehow", "Oil Painting",
		top("THIS IS FINE WINE", "Impact", 88), "@captainwax", "Painted from memory. Memory is still wet."},
	{"dancing like the chart is watching", "the skyline at night from a rooftop", "Anime",
		top("SIDEWAYS IS A DANCE", "Bangers", 92).tilted(345), "@slidewick", "Two steps up, one step up, cha cha cha."},
	{"building a castle out of its own drips", "a beach before the tide", "Claymation",
		top("REAL ESTATE", "Fredoka One", 108), "@sandandwax", "Ocean view. Soon: ocean inside."},
	{"forgetting why it climbed up here", "a mountain summit in thick fog", "Disney Animation",
		bottom("zero visibility, full send", "Comic Neue", 72), "", "Confidence is just fog with a jacket."},
	{"explaining the plan with a very long stick", "a trading desk with one single chart", "Retro Comic Book",
		top("STEP 1: LIGHT", "Impact", 100).in("#ffd34d"), "@professorwick", "There is no step two. That is the plan."},
	{"taking a selfie with its own shadow", "an enchanted forest at midnight", "Anime",
		bottom("me and my darker candle", "VT323", 96), "@shadowbroh", "We look alike when the light is bad."},
	{"shadow-boxing its own flame", "a boxing ring, empty, dramatic", "Digital Art",
		bottom("YOU SHOULD SEE\nTHE OTHER WICK", "Impact", 80), "@southpawwick", "Draw, by exhaustion, in the shower."},
	{"waving at everybody who stayed", "the skyline at night, first light of day", "Pixar 3D",
		top("GM, STILL LIT", "Impact", 112).in("#ffd34d"), "@mcwick", "Green candles for all, broh!"},
}
