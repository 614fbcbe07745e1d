import type { MascotPose } from '@mcwick/ui'

/** Every text of the lore page. {name} and the like are the brand's settings. */
export const texts = {
  title: 'The Legendary {name}',
  intro: 'As told by candlelight, by those who were there, and by some who only heard it from a lantern.',
  birthday: {
    title: 'Birthday',
    date: '{birthday}',
    age: '{humanYears} human years and {candleYears} candle years',
    text: 'That winter somebody struck a match over a very first block of wax. Everyone else saw a flicker. The flicker saw everyone else.',
  },
  tenets: {
    title: 'Tenets',
    list: [
      ['Green candles for all, broh', 'A light that is kept for oneself is only heat.'],
      ['Never fade a friend', 'Lean over and light them again. It costs you nothing.'],
      ['A rug belongs on the floor', 'And whoever pulls it belongs on the wall across from the flames.'],
      ['Burn slow', 'Whoever burns at both ends is done by lunch.'],
      ['Your key, your flame', 'Never hand over the matches, not even to a very nice stranger.'],
      ['GM is a promise', 'Keep it before the first coffee.'],
    ],
  },
  music: {
    title: 'Music Tastes',
    text: 'Played loud, on a record player with real wax.',
    list: [
      'Drip hop',
      'Light metal',
      'Lo-fi beats to hodl to',
      'Trap, but only for ruggers',
      'Bull-ads, the ones with horns',
      'Slow jams for slow burns',
    ],
  },
  accolades: {
    title: 'Accolades and Achievements',
    list: [
      'World champion in doing nothing, undefeated and unmoved since the last winter',
      'Survived three bear markets, two forks and one birthday cake',
      'Most Liquid Candle, regional finals, after a long afternoon in the sun',
      'Employee of the month at a company that does not know it exists',
      'Longest stare at a chart without a blink, disqualified for having no eyelids',
    ],
  },
  facts: {
    title: 'Fun Facts',
    list: [
      ['The flame always leans towards green.', 'Scientists call that a bias. It calls it a lifestyle.', 'pose-point'],
      ['Nobody ever blew it out.', 'It was asked nicely, twice, and thought about it.', 'mood-thinking'],
      ['The sneakers are wax as well.', 'Summer is a sport to be watched from the fridge.', 'mood-shocked'],
    ] satisfies [string, string, MascotPose][],
  },
  action: 'Add a picture to the legend',
} as const
