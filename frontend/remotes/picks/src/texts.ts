import type { MascotPose } from '@mcwick/ui'

/** Every text of the trenches. {name} is the brand's name. */
export const texts = {
  title: 'McTrenches',
  lead: 'Pick a side, broh. Nothing in here costs a coin, and the figures are invented.',
  tools: 'Under the tarp',
  comingSoon: 'Coming Soon',
  soon: [
    {
      title: 'McMoon Tracker',
      text: 'Measures the way to the moon in candles. Bring more candles.',
      pose: 'pose-point',
    },
    { title: 'McPicks', text: 'Plays picked by hand, from whoever still has hands after the dip.', pose: 'pose-phone' },
    { title: 'McSniper', text: 'One shot, no rug. The scope is still steaming up.', pose: 'pose-think' },
  ] satisfies Tool[],
  graveyard: 'Half Baked Graveyard',
  graveyardLine: 'Taken out of the oven too early, buried too late. They still bite.',
  launch: 'Launch',
  back: 'Back to Modes',
  modes: {
    tinder: {
      title: 'McTinder',
      text: 'Swipe right for a green candle, left for a red one. Nobody gets hurt but the bags.',
      pose: 'mood-winking',
    },
    battle: {
      title: 'Battle Mode',
      text: 'Two tokens walk into a candle. You say which one walks out.',
      pose: 'pose-raise',
    },
  } satisfies Record<Mode, Tool>,
  wait: 'The tokens are on their way.',
  loading: [
    { text: 'Waking the bulls...', pose: 'pose-phone' },
    { text: 'Digging the trench one candle deeper...', pose: 'pose-hips' },
    { text: 'Checking the rugs for corners...', pose: 'pose-think' },
    { text: 'Weighing the bags. Heavy ones...', pose: 'pose-shock' },
    { text: 'Sharpening the diamond wick...', pose: 'pose-thumb' },
    { text: 'Counting whales. One. Still one...', pose: 'mood-thinking' },
  ],
  failed: 'Failed to load tokens',
  failedHint: 'The line to the trench is cut, broh. We try again by ourselves.',
  card: {
    none: 'N/A',
    change: 'in 24 h',
    marketCap: 'Market cap',
    volume: '24 h volume',
    launched: 'First lit',
    green: 'Green votes',
    red: 'Red votes',
    website: 'Website',
    telegram: 'Telegram',
    twitter: 'X',
  },
  tinder: {
    deck: 'The deck',
    red: 'Red candle',
    green: 'Green candle',
    hint: 'Swipe the card, press a candle, or use the arrow keys.',
    voted: {
      red: (token: string, next: string) => `A red candle for ${token}. Next up: ${next}.`,
      green: (token: string, next: string) => `A green candle for ${token}. Next up: ${next}.`,
    },
    last: 'That was the deck, broh. The last card only wants to be looked at.',
    again: 'To Battle Mode',
    share: (green: string[]) =>
      green.length > 0
        ? `My green candles go to ${green.join(', ')}. Your swipe, broh.`
        : 'Not one green candle from me. Somebody has to keep the wax cold, broh.',
  },
  battle: {
    round: (n: number) => `Round ${n}`,
    hint: 'Press the one that walks out.',
    versus: 'vs',
    winner: '🤑 WINNER!',
    loser: '💀 REKT!',
    won: (winner: string, loser: string) => `${winner} wins, ${loser} is rekt.`,
    champion: 'Share your champion',
    share: (token: string, wins: number) =>
      wins > 1
        ? `${token} walked out of ${wins} battles in a row. Who snuffs that, broh?`
        : `${token} walked out and left only wax behind. Who snuffs that, broh?`,
  },
  share: {
    title: 'Show the other candles',
    send: 'Send it on',
    copy: 'Copy it with the link',
    copied: 'Copied',
    notCopied: 'Your browser keeps the clipboard shut, broh. Mark the text and copy it by hand.',
    hint: 'It goes where you send it, and nowhere else.',
  },
} as const

export type Mode = 'tinder' | 'battle'

export interface Tool {
  title: string
  text: string
  pose: MascotPose
}
