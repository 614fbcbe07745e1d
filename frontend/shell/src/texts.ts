import type { MascotPose } from '@mcwick/ui'

/** The texts of pages that do not exist yet, with the mascot's pose. */
export interface SoonTexts {
  action: string
  fallback: { pose: MascotPose; line: string }
  pages: Partial<Record<string, { pose: MascotPose; line: string }>>
}

/** Every text of the shell. {name} is the brand's name. */
export const texts = {
  skip: 'Skip to the content',
  home: '{name}, to the first page',
  titles: {
    home: '{name}',
    ai: 'McMemer AI',
    gallery: 'Gallery',
    profile: 'Profile',
    picks: 'McTrenches',
    lore: 'The Legendary {name}',
    safety: 'Safety',
    wall: 'Wall of Flame',
    pfp: 'McPFP Generator',
    bictok: 'BicTok Generator',
    verse: '{name}verse',
    styleguide: 'Styleguide',
    notFound: 'Lights out',
  },
  navigation: {
    main: 'Main',
    open: 'Open the menu',
    close: 'Close the menu',
    soon: 'Soon',
    verse: 'Your key to the {name}verse',
    tokenomics: 'Tokenomics',
    gallery: 'Gallery',
    explore: 'Explore',
    exploreHint: 'Browse Gallery',
    memes: 'McMemer AI',
    memesHint: 'Make a meme from three wishes',
    pfps: 'McPFP Generator',
    pfpsHint: 'Dress up your own candle',
    bictok: 'BicTok',
    bictokHint: 'Viral brainrot videos',
    arcade: 'McArcade',
    arcadeHint: 'Daily challenges, streaks, rewards',
    wall: 'Wall of Flame',
    wallHint: 'The bright and the burnt',
    convohs: 'Candlelit Convohs',
    convohsHint: 'Chat with the candle',
    enter: 'Enter {name}verse',
    enterHint: 'Login or generate a new key',
  },
  footer: {
    credit: 'Made by candlelight, by the {name} community. Memes only, never financial advice, broh.',
    contract: 'Contract',
    outOfOrder: 'out of order',
    more: 'More of the house',
    lore: 'Lore',
    picks: 'McTrenches',
    bictok: 'BicTok',
    safety: 'Safety',
    takedown: 'Take something down',
    noTakedown: 'The form does not come right now, broh. Give it a moment and press again.',
  },
  soon: {
    action: 'Make a meme instead',
    fallback: {
      pose: 'pose-hips',
      line: 'This room is still being furnished, broh. Come back when the candles are lit.',
    },
    pages: {
      '/verse': {
        pose: 'mood-thinking',
        line: 'The locksmith is melting your key right now. The door to the {name}verse opens soon.',
      },
    },
  } satisfies SoonTexts,
  notFound: {
    line: 'Somebody blew this page out, broh. Or it never burned.',
    action: 'Back to the light',
  },
  remote: {
    loading: 'Melting the page into shape',
    failedTitle: 'Out of wax here',
    failed: 'This part of the house stays dark. The rest still burns.',
    retry: 'Try again',
  },
  noConfig: {
    title: 'The wick does not catch',
    line: 'The house does not answer. Give it a moment, then strike another match.',
    retry: 'Try again',
  },
} as const
