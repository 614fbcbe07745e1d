export { artStyles as styles } from '@mcwick/forms'

export const actions = [
  'surfing a green candle all the way up',
  'arm-wrestling a grumpy bear',
  'teaching a rugger how to apologise',
  'hodling a diamond bigger than its head',
  'explaining charts to a confused pigeon',
  'walking a tiny bull on a leash',
  'doing push-ups with the whole market on its back',
  'blowing out a birthday cake full of friends',
  'proposing to a green candle with a wax ring',
  'crying happy wax over one cent of profit',
  'flexing in front of a broken mirror',
  'delivering pizza to the moon',
  'chasing a rug that runs away with the furniture',
  'meditating while everything is on fire',
  'selling lemonade for magic beans',
  'high-fiving a lighthouse it thinks is its dad',
  'stuck in a candle holder at its own party',
  'breakdancing on a pile of receipts',
  'roasting marshmallows on its own head',
  'refreshing the chart for the ninth hour in a row',
] as const

export const scenes = [
  'on the moon, next to a very small flag',
  'in a boxing ring, round twelve, crowd of wicks',
  'on a trading floor where everyone is napping',
  'on a beach made entirely of gold coins',
  'in a throne room with suspiciously soft carpet',
  'on a raft in a stormy sea of red candles',
  'in an enchanted forest where mushrooms give advice',
  'on a mountain top with terrible phone reception',
  'in an arcade where every machine says INSERT HOPE',
  'on a skyline at night, all windows green',
  'at grandma’s dinner table, again asked about the coin',
  'in a freezer, pretending to be fine',
  'at the world championship of doing nothing',
  'inside a volcano that everybody calls cosy',
  'in a museum of rugs, guarded by nobody',
  'at a bus stop where the rocket is late',
  'in a sauna with three sweating snowmen',
  'on a game show called Who Wants to Be Liquid',
  'in a library where the loudest thing is its flame',
  'at a wedding of two very expensive candles',
] as const

export const captions = [
  'BUY THE DRIP',
  'WICK HANDS? NEVER HEARD OF THEM',
  'I CAME FOR THE LIGHT\nI STAYED FOR THE WAX',
  'THIS IS FINE, BROH',
  'MY PORTFOLIO IS LIT\nLITERALLY',
  'WHEN IN DOUBT, BURN BRIGHTER',
  'NOT A PHASE, MUM\nA CANDLE',
  'ONE MORE GREEN CANDLE\nTHEN I SLEEP',
  'RUGGERS HATE THIS SIMPLE WICK',
  'DOWN BAD BUT STILL GLOWING',
  'TRUST ME, I AM A CANDLE',
  'HODL ME CLOSER, TINY WAXER',
] as const

/** Captions for the second text, which reply to the first or sign it. */
export const secondCaptions = [
  'SINCERELY, A CANDLE',
  'NO RUGS WERE HARMED',
  'GREEN CANDLES FOR ALL, BROH!',
  'SOURCE: THE FLAME TOLD ME',
  'MUM, I AM ON THE WALL',
  'NOT FINANCIAL ADVICE\nJUST HOT WAX',
  'AND IT SMELLS OF VANILLA',
  'WICK AND TIRED',
  'STILL EARLY, STILL MELTING',
  'DIAMOND WICK, PAPER NAPKIN',
  'RUGGERS IN SHAMBLES',
  'BROUGHT TO YOU BY BEESWAX',
] as const

/** Picks a random item other than the current one. */
export function pickOther<T extends string>(list: readonly T[], current: string, random = Math.random): T {
  const others = list.filter((item) => item !== current)
  return others[Math.floor(random() * others.length)] as T
}
