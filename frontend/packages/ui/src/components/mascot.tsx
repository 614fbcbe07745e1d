import { useState } from 'react'

const files = import.meta.glob<string>('../gen/mascot/*.svg', { eager: true, query: '?url', import: 'default' })

const urls = Object.fromEntries(Object.entries(files).map(([path, url]) => [path.replace(/^.*\/|\.svg$/g, ''), url]))

export type MascotPose =
  | `mood-${'happy' | 'thinking' | 'failed' | 'sleeping' | 'shocked' | 'winking'}`
  | `pose-${'cheer' | 'dance' | 'hips' | 'idle' | 'phone' | 'point' | 'raise' | 'shock' | 'think' | 'thumb' | 'wave'}`

type Friend = 'angel' | 'astronaut' | 'gentleman' | 'king' | 'ninja' | 'rapper' | 'skier' | 'trader'

/** A drawn profile picture, one of a fixed set. */
type FriendName = `friend-${Friend}`

/** The same candle blown out, without a background. */
export type SnuffedName = `snuffed-${Friend}`

/** A narrator of a video. */
export type TellerName = `teller-pfp${1 | 2 | 3 | 4}`

export type DrawingName = 'logo' | 'hero' | '404' | MascotPose | FriendName | SnuffedName | TellerName

/** All drawing names, sorted. */
export const drawings = Object.keys(urls).sort() as DrawingName[]

/** Returns the URL of a drawing, such as 'logo' or 'hero'. */
export function artUrl(name: DrawingName): string {
  const url = urls[name]
  if (!url) throw new Error(`no drawing ${name}`)
  return url
}

interface MascotProps {
  pose: MascotPose
  /** The text alternative; leave out where the text beside it says the same. */
  alt?: string
  /** Animates the mascot. */
  lively?: boolean
}

/** The mascot in a pose; nothing where it does not load, as offline. */
export function Mascot({ pose, alt = '', lively = false }: MascotProps) {
  const [isMissing, setIsMissing] = useState(false)
  return (
    <img
      className="mc-mascot"
      src={artUrl(pose)}
      alt={alt}
      width="512"
      height="512"
      data-lively={lively ? '' : undefined}
      draggable={false}
      hidden={isMissing}
      onError={() => setIsMissing(true)}
    />
  )
}
