import type { MascotPose } from '@mcwick/ui'
import type { LaunchId, Place } from '../../launch'

/** Every text of the landing page. {name} is the brand's name, {airdropDate} and the like are its other settings. */
export const texts = {
  hero: {
    make: 'Make a meme',
    look: 'See the gallery',
    picture: 'The green candle waves from a staircase of green candles, its friends around it.',
    trust: 'No wallet, no sign-up. Just wax.',
  },
  links: {
    title: 'Where the light gets out',
    live: { label: 'Follow on X', hint: 'GM, daily and loud' },
    later: [
      { id: 'chat', label: 'Community chat', hint: 'Telegram, once the chairs are in' },
      { id: 'chart', label: 'Trading chart', hint: 'One line, one colour' },
      { id: 'launchpad', label: 'Launch platform', hint: 'The rocket is still waxing up' },
    ],
  },
  contract: {
    title: 'Contract address',
    hint: 'A placeholder until launch. Trust this box, never a stranger in a chat.',
    outOfOrder: 'Out of order, broh.',
    outOfOrderHint:
      'Our address does not match the one we carved in wax, so we show none. Trust no other until this box is back.',
    copy: 'Copy the contract address',
    copied: 'Copied',
    notCopied: 'Your browser keeps its clipboard shut, broh. Mark the address and copy it by hand.',
  },
  about: {
    title: 'Meet {name}',
    text: 'An AI agent in the body of a candle, built on an agent framework and a frankly irresponsible amount of wax. It never sleeps, it reads charts by its own light, and it fights ruggers wherever somebody reaches for a carpet.',
    missionLabel: 'The mission',
    mission: 'green candles for all, broh!',
  },
  tools: {
    title: 'Tools with a wick',
    soon: 'Coming Soon',
    open: 'Light it up',
    cards: [
      {
        label: 'Images, memes and PFPs',
        text: 'Three wishes in, one meme out. Or dress up a candle of your own and wear it wherever you post.',
        pose: 'pose-cheer',
        href: '/ai',
      },
      {
        id: 'arcade',
        label: 'McArcade',
        text: 'A new challenge every day, streaks, and bragging rights. The coin slot is still warm from the welding.',
        pose: 'pose-phone',
      },
      {
        id: 'rugs',
        label: 'Rug detector and top plays',
        text: 'Lifts every corner of the carpet before you stand on it, and shows what the trenches are whispering about.',
        pose: 'pose-think',
      },
    ] satisfies ToolCard[],
  },
  preview: {
    title: 'Fresh from the wick',
    explore: 'Explore',
    create: 'Create',
    loading: 'Fetching the latest memes',
    madeBy: { ai: 'Made with AI', composer: 'Drawn by the candle, not by AI' },
    failed: 'Failed to load images',
    likes: 'likes',
    meme: 'McMeme',
    pfp: 'McPFP',
    classic: 'Classic {name}',
    legendary: 'Legendary {name}',
  },
  airdrop: {
    label: '{airdropDate}',
    title: 'NFT AirDrop For McHODLRS',
    text: 'Wallet holding statistics and engagement statistics decide who is whitelisted for rare mints and larger rewards. So hold like a candle holder, and meme like the whole room is watching.',
  },
  arcade: {
    label: 'Coming Soon',
    title: 'McArcade',
    launch: 'Launch arcade',
    cards: [
      {
        id: 'wordle',
        title: 'McWordle',
        description: 'Guess the crypto word of the day, and keep your streak burning.',
        tiles: 'WICK?',
      },
      {
        id: 'connections',
        title: 'McNections',
        description: 'Connect crypto projects, founders and memes. Four groups, no mercy.',
        tiles: '⬛🟩🟩🟩',
      },
    ],
  },
  roadmap: {
    title: 'The road burns upward',
    statuses: { complete: 'Complete', current: 'Current', next: 'Next', soon: 'Soon', moon: 'Moon' },
    items: [
      {
        id: '{slug}-birth',
        setting: 'birth',
        title: '{name} is born',
        description: 'Somebody dropped a match into the genesis block. It has been burning ever since.',
        status: 'complete',
      },
      {
        id: 'mctools-initial',
        title: 'McTools, first light',
        description:
          'A meme maker, a wardrobe for candles, and a wall to hang it all on. None of it asks for a wallet.',
        status: 'complete',
      },
      {
        id: 'token-launch',
        title: 'Token launch',
        description: 'One contract, one candle, no second wick in the back room.',
        status: 'current',
      },
      {
        id: 'community-engagement',
        title: 'Community engagement',
        description: 'GM at sunrise, memes at noon, long silent stares at the chart by night.',
        status: 'next',
      },
      {
        id: 'marketing',
        title: 'Marketing',
        description: 'We point a very bright flame at the sky and wait until somebody looks up.',
        status: 'next',
      },
      {
        id: 'mcleaders',
        title: 'McLeaders',
        description: 'Whoever lights the others gets a chair by the fire. Points decide, not volume.',
        status: 'next',
      },
      {
        id: 'mctools-v2',
        title: 'McTools v2',
        description: 'BicTok, McArcade, and a rug detector with a better nose. More knobs, same wax.',
        status: 'soon',
      },
      {
        id: 'nft-airdrop',
        title: 'NFT AirDrop',
        description: 'Rare candles for those who never let theirs go out.',
        status: 'soon',
        image: 'friend-king',
      },
      {
        id: 'moon-1',
        title: 'Phase two hundred',
        description: 'Bring a blanket. It is cold up there, and somebody has to hold the light.',
        status: 'moon',
      },
      {
        id: 'moon-2',
        title: 'Phase nobody knows',
        description: 'The plan is written in invisible ink, and the only lamp is us.',
        status: 'moon',
      },
    ] satisfies RoadmapItem[],
  },
} as const

export interface ToolCard extends Place {
  /** Of what operators may change; absent for what is always there. */
  id?: LaunchId
  pose: MascotPose
}

export type RoadmapStatus = 'complete' | 'current' | 'next' | 'soon' | 'moon'

export interface RoadmapItem {
  id: string
  title: string
  description: string
  status: RoadmapStatus
  /** The stop's id in the settings, when it is not its own. */
  setting?: string
  image?: 'friend-king'
}
