package story

var horror = genre{
	{
		"They say you should never bring up {about} after dark. I am a candle, broh, I only work after dark.",
		"It began with {about}, and with a draught that came from nowhere. I was burning low in {place} that night.",
		"Nobody in {place} talks about {about} any more. Lean closer, and keep a hand around my flame.",
	},
	{
		"At {hour} the screens went black, one after another. Only a single {thing} kept glowing, and nobody had lit it.",
		"{who} heard it first, a scratching behind the chart. Every tick was a fingernail, and the price moved though the market was closed.",
		"At {hour} I smelled smoke that was not mine. On the wall somebody had written a price in soot, and it was dropping.",
	},
	{
		"I asked {who} whether the doors were locked. The answer came from the wrong side of the room, in my own voice.",
		"Then {rug} knocked, very politely, three times. We counted the people inside, and we were already one too many.",
		"The others laughed and called it a glitch. Then their wicks went out from left to right, without any wind at all.",
	},
	{
		"I followed a trail of cold wax down the stairs. At the bottom stood a candle that looked like me, but its flame burned downwards.",
		"We opened the old {thing} with shaking hands. Inside lay a list of everyone who ever sold the bottom, and the ink was wet.",
		"Something breathed in, and every green bar on the wall turned grey. It whispered a seed phrase, and I knew every single word.",
	},
	{
		"In the morning they found only a warm puddle and one open position. So if your screen flickers tonight, do not look at who is holding it.",
		"I still burn, but my shadow leaves the room before I do. And tonight, broh, it went straight to your place.",
		"They never found out who bought the dip. But the order is signed with your name, and it fills at {hour}.",
	},
}

var thriller = genre{
	{
		"I had eleven minutes of wick left, and somebody in {place} had already lied about {about}.",
		"The message was two words long, {about} was the third, and the clock on the wall was running backwards.",
		"{who} slid a {thing} across the table. It was about {about}, and we both knew that the room was listening.",
	},
	{
		"Ten minutes. I copied the keys while {rug} waited in the lift. Every floor made a little sound, like a coin falling into a well.",
		"The plan was simple, so of course it failed. The vault asked for a fourth signature, and there were only three of us in {place}.",
		"At {hour} the guards changed, and the cameras slept for forty seconds. I need thirty to melt through a lock, on a good day.",
	},
	{
		"Then my phone rang. It was {who}, who was standing right beside me, and who was not holding a phone.",
		"Five minutes. Somebody had swapped the {thing} for a fake, and the only fingerprints on it were made of wax.",
		"A red light went on under the desk. Whoever had sold us out was in the room, sweating, and candles notice heat.",
	},
	{
		"I blew out my own flame. In the dark everybody moved, except the one who already knew where the exit was.",
		"We ran across the roof with the whole order book under one arm. Behind us {rug} counted down, slowly, and smiled.",
		"One minute. I set the chart on fire, and the smoke showed me every laser. There were far more than we had paid for.",
	},
	{
		"The door opened, the wallet was empty, and the thief was wearing my face. I never said that I was the good candle, broh.",
		"We made it out with four seconds of wick. Only then did I read the label on the bag, and it was addressed to me.",
		"So here is the twist, broh. There never was a heist, we were guarding the place, and somebody just paid us in full.",
	},
}

var romance = genre{
	{
		"I was a single candle with trust issues. Then came {about}, and suddenly my wax did not know where to go.",
		"We met in {place}, both of us a little burnt. All I said was {about}, and that flame across the room began to dance.",
		"Love is a volatile asset, broh. Mine started with {about}, a broken lamp, and two wicks that leaned the same way.",
	},
	{
		"Her glow was soft, her spreads were tight, and she laughed at all my charts. I dripped on my sneakers and pretended it was fashion.",
		"He held a {thing} like other people hold hands. We talked until {hour}, about gas fees, and about being afraid of the wind.",
		"Every evening we burned side by side and said nothing. It was the most profitable silence of my whole life, and I kept no receipts.",
	},
	{
		"But {rug} came between us, and so did a draught. She was moved to another shelf, and the nights got very long.",
		"Then {who} said that two flames only melt faster. So I did the brave thing, which was the stupid thing, and stayed away.",
		"One day the shelf was empty. There was a ring of wax where she used to stand, and it was still a little warm.",
	},
	{
		"I crossed all of {place} with a tiny flame and a bad knee. Moths cheered. A fire alarm cried. I knocked, and I forgot every word.",
		"At {hour} the power went out in the whole city. There was exactly one light left out there, and it was looking for me.",
		"I wrote her a letter in smoke and sent it through the window. It spelled one word wrong, and that was the one she kept.",
	},
	{
		"Now we share one plate and one very crooked wick. If that is not a long position, broh, then I do not know what is.",
		"We touched, and for a second nobody could tell whose flame was whose. Diamond wicks, soft hearts, and green candles until the morning.",
		"She said that I was late. I said that I had bought high and held anyway, and the whole room turned gold.",
	},
}

var comedy = genre{
	{
		"So I had a brilliant idea about {about}. In my defence, broh, I am ninety percent wax and had been awake since the last bull run.",
		"My life coach says that every problem is a chance. Clearly she has never met {about} in {place} on a Monday.",
		"{who} dared me to try {about}. I said no, like a grown-up, for almost four entire seconds.",
	},
	{
		"Step one was to borrow a {thing}. Step two was to give it back before {hour}. Nobody had told me that it was somebody's grandmother's.",
		"I made a plan, I made a chart of the plan, and I spilled myself on both. The chart went up, so I invested in it.",
		"I asked the group chat for advice. They sent forty rockets, one recipe for lasagne, and a warning that came eleven minutes too late.",
	},
	{
		"Then {rug} showed up with a clipboard and asked who was in charge. Everyone pointed at me, including two people who do not know me.",
		"The sprinklers went off, which for a candle is what you call a hostile takeover. I held my umbrella, my dignity, and a stranger's sandwich.",
		"It got worse, because {who} tried to help. There is now a hole in {place}, and it already has better reviews than we do.",
	},
	{
		"I ran, which is a big word for someone with these legs. Behind me the whole thing collapsed in alphabetical order, very tidy, almost beautiful.",
		"We tried to fix it with tape. Then we tried to fix the tape. By {hour} the tape owned half of the company.",
		"A judge was called, and she laughed so hard that she blew me out. Legally speaking I was dead, and I still owed her a coffee.",
	},
	{
		"In the end we lost everything except the sandwich. It is up three hundred percent, and no, broh, you cannot have a bite.",
		"So what did I learn? Absolutely nothing. Same place tomorrow, bring a helmet, and please do not tell my mother, who is a chandelier.",
		"They gave me a medal, then a bill, and then the bill for the medal. I paid in wax, and I left a generous drip.",
	},
}
